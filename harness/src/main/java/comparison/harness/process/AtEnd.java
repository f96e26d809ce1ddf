package comparison.harness.process;

/** Runs an action when this JVM ends, for example by Ctrl-C, unless {@link #close} is called first. */
public final class AtEnd implements AutoCloseable {

    private final Thread hook;

    private AtEnd(Thread hook) {
        this.hook = hook;
    }

    /**
     * Registers an action.
     *
     * @param name of the thread that runs it
     */
    public static AtEnd run(String name, Runnable action) {
        AtEnd atEnd = new AtEnd(new Thread(action, name));
        try {
            Runtime.getRuntime().addShutdownHook(atEnd.hook);
        } catch (IllegalStateException ending) {
            // The JVM is already ending, so a process that a shutdown hook starts for the clean-up cannot be
            // registered.
        }
        return atEnd;
    }

    /** Cancels the action, unless the JVM is already ending. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // The action is running or has run.
        }
    }
}
