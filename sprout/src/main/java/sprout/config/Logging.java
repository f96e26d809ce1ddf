package sprout.config;

import org.slf4j.LoggerFactory;

/** Initializes logging before it is used. */
public final class Logging {
    private Logging() {}

    /**
     * Initializes SLF4J, or waits for the thread that does. While one thread initializes it, SLF4J gives others loggers
     * that only record, with all levels enabled. Their lines come late or are lost, and HikariCP prints its whole
     * configuration by reflection. SLF4J holds the lock of its factory during this time. Thread-safe.
     */
    @SuppressWarnings("LockOnNonEnclosingClassLiteral") // it is SLF4J's own lock that is wanted
    public static void await() {
        synchronized (LoggerFactory.class) {
            LoggerFactory.getILoggerFactory();
        }
    }
}
