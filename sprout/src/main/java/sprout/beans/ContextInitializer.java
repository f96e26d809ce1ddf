package sprout.beans;

/** Runs once when all beans exist, before the application takes requests. A failure here fails the start. */
public interface ContextInitializer extends InfrastructureBean {

    /** Does what must be done once; called in {@code @Order}, on the starting thread. */
    void initializeAfterRefresh(BeanContext context);
}
