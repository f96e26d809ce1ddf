package sprout.beans;

import java.util.List;

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
}
