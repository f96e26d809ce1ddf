package sprout.beans;

import java.lang.annotation.Annotation;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sprout.aop.ProceedingJoinPoint;
import sprout.config.AppConfig;
import sprout.config.Setting;

/**
 * The beans of one package, as the annotation processor found them. Written by the processor and never by hand; one
 * switch instead of a lambda per bean, because the first call of each lambda costs start-up time.
 */
public interface BeanModule {

    /** The package whose beans these are. */
    String packageName();

    /** The packages that a {@code @ComponentScan} in this package names. */
    default List<String> scannedPackages() {
        return List.of();
    }

    /** What is known of each bean without making it; the place in the list is its index. */
    List<BeanDefinition> definitions();

    /**
     * Makes the bean of an index, asking {@code beans} for what its constructor or method needs.
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

    /** Whether the conditions of a bean hold; one that is not enabled does not exist. */
    default boolean enabled(int index, AppConfig config) {
        return true;
    }

    /** The keys that the beans of this module are bound to. */
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
     * What is known of an advice at build time.
     *
     * @param annotation of the methods that it runs around
     * @param aspect the class of the bean that it is a method of
     */
    record AdviceDefinition(Class<? extends Annotation> annotation, Class<?> aspect) {}
}
