package comparison.harness.process;

/** Something that is done when this JVM ends, by Ctrl-C too, until it is taken back by {@link #close}. */
public final class AtEnd implements AutoCloseable {

    private final Thread hook;

    private AtEnd(Thread hook) {
        this.hook = hook;
    }

    /**
     * Asks for it.
     *
     * @param name of the thread that does it
     */
    public static AtEnd run(String name, Runnable action) {
        AtEnd atEnd = new AtEnd(new Thread(action, name));
        try {
            Runtime.getRuntime().addShutdownHook(atEnd.hook);
        } catch (IllegalStateException ending) {
            // What is started to clean up while this JVM ends has nobody to end it.
        }
        return atEnd;
    }

    /** Takes it back. If the JVM is ending already, it is done nevertheless. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // The action runs, or has run.
        }
    }
}
