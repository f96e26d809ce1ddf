package sprout.beans;

/** Sees every bean that is made after it, and may replace it. Called on the starting thread only. */
public interface BeanPostProcessor extends InfrastructureBean {

    /** Called after construction, before {@code @PostConstruct}; the result takes the bean's place. */
    default Object postProcessBeforeInitialization(String beanName, Object bean) {
        return bean;
    }

    /** Called after {@code @PostConstruct}; the result takes the bean's place. */
    default Object postProcessAfterInitialization(String beanName, Object bean) {
        return bean;
    }
}
