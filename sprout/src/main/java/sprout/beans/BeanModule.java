package sprout.beans;

import java.lang.annotation.Annotation;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sprout.aop.ProceedingJoinPoint;
import sprout.config.AppConfig;
import sprout.config.Setting;

/**
 * Describes and creates the beans of one package. The annotation processor writes the implementations; do not write one
 * yourself. They use one switch instead of a lambda per bean, because the first call of each lambda costs start-up
 * time.
 */
public interface BeanModule {

    /** The name of the package. */
    String packageName();

    /** The packages that a {@code @ComponentScan} in this package names. */
    default List<String> scannedPackages() {
        return List.of();
    }

    /** The definitions of the beans; the place in the list is the index that the other methods use. */
    List<BeanDefinition> definitions();

    /**
     * Creates the bean of an index, and gets what its constructor or method needs from {@code beans}.
     *
     * @throws Exception what the constructor or method throws
     */
    Object create(int index, BeanContext beans) throws Exception;

    /**
     * Calls the {@code @PostConstruct} method of a bean, if it has one.
     *
     * @throws Exception what the method throws
     */
    default void initialize(int index, Object bean) throws Exception {}

    /**
     * Calls the {@code @PreDestroy} or destroy method of a bean, if it has one.
     *
     * @throws Exception what the method throws
     */
    default void destroy(int index, Object bean) throws Exception {}

    /** Whether the conditions of a bean hold; otherwise the context ignores it. */
    default boolean enabled(int index, AppConfig config) {
        return true;
    }

    /** The settings that the beans of this module are bound to. */
    default List<Setting<?>> settings() {
        return List.of();
    }

    /** The advices of the aspects of this module; the place in the list is the index of {@link #advise}. */
    default List<AdviceDefinition> advices() {
        return List.of();
    }

    /**
     * Calls an advice.
     *
     * @throws Throwable what the advice or the advised method throws
     */
    @Nullable
    default Object advise(int index, Object aspect, ProceedingJoinPoint call) throws Throwable {
        throw new IndexOutOfBoundsException(index);
    }

    /**
     * Describes an advice.
     *
     * @param annotation the annotation of the methods that it runs around
     * @param aspect the class of the bean that has the advice method
     */
    record AdviceDefinition(Class<? extends Annotation> annotation, Class<?> aspect) {}
}
