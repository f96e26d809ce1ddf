package sprout.beans;

/** Runs once when all beans exist, before the application accepts requests. If it throws, the start fails. */
public interface ContextInitializer extends InfrastructureBean {

    /** Initializes the application; called in {@code @Order}, on the starting thread. */
    void initializeAfterRefresh(BeanContext context);
}
