package sprout.server;

import org.jspecify.annotations.Nullable;

/** Always throws, as logging may without memory. The system property {@code slf4j.provider} selects it. */
public final class ThrowingLog extends TestLog {
    /** Called by slf4j. */
    public ThrowingLog() {
        super(true);
    }

    @Override
    void log(String message, @Nullable Throwable thrown) {
        throw new OutOfMemoryError("of the logging");
    }
}
