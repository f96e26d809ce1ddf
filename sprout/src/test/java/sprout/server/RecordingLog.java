package sprout.server;

import org.jspecify.annotations.Nullable;

/** Keeps the first error that each thread logs, until it is taken. All tests that select no other log have this one. */
public final class RecordingLog extends TestLog {
    private static final ThreadLocal<AssertionError> FIRST = new ThreadLocal<>();

    /** Called by slf4j. */
    public RecordingLog() {
        super(false);
    }

    @Override
    void log(String message, @Nullable Throwable thrown) {
        if (FIRST.get() == null) {
            FIRST.set(new AssertionError("logged as an error: " + message, thrown));
        }
    }

    /** Takes what this thread logged first since the last call; null if it logged no error. */
    public static @Nullable AssertionError takeFirst() {
        AssertionError first = FIRST.get();
        FIRST.remove();
        return first;
    }
}
