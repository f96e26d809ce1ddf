package sprout.config;

import org.slf4j.LoggerFactory;

/** When the logging may be used. */
public final class Logging {
    private Logging() {}

    /**
     * Sets SLF4J up, or waits for the thread that does. While one thread sets it up, SLF4J gives others loggers that only record and
     * say that every level is wanted: lines come late or are lost, and HikariCP prints its whole configuration by reflection. SLF4J
     * holds the lock of its factory meanwhile. Safe for any thread.
     */
    @SuppressWarnings("LockOnNonEnclosingClassLiteral") // it is SLF4J's own lock that is wanted
    public static void await() {
        synchronized (LoggerFactory.class) {
            LoggerFactory.getILoggerFactory();
        }
    }
}
