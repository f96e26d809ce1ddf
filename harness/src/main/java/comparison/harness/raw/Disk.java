package comparison.harness.raw;

import comparison.harness.Fault;
import java.io.IOException;

/** Turns what goes wrong with files into a line that names the place and the cure. */
public final class Disk {

    /** Something that touches files. */
    @FunctionalInterface
    public interface Action {
        /** Does it. */
        void run() throws IOException;
    }

    private Disk() {}

    /**
     * Does something with files.
     *
     * @param what completes "Cannot ...", with the path in it
     * @throws Fault if it fails
     */
    public static void attempt(String what, Action action) {
        try {
            action.run();
        } catch (IOException e) {
            throw Fault.broken(
                    "Cannot %s: %s. Is the disk full or read-only? Free some space ('./bench clean' deletes old runs) and run again."
                            .formatted(what, e.getMessage()),
                    e);
        }
    }
}
