package sprout.beans;

/**
 * Receives every bean that is created after it, and may replace it. Called on the thread that creates the bean: at
 * start the starting thread, later the thread that first asks for a bean that is created on demand.
 */
public interface BeanPostProcessor extends InfrastructureBean {

    /** Called after construction, before {@code @PostConstruct}; the result replaces the bean. */
    default Object postProcessBeforeInitialization(String beanName, Object bean) {
        return bean;
    }

    /** Called after {@code @PostConstruct}; the result replaces the bean. */
    default Object postProcessAfterInitialization(String beanName, Object bean) {
        return bean;
    }
}
