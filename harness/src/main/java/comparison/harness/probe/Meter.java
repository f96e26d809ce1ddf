package comparison.harness.probe;

import java.io.IOException;

/** Reads memory and processor time of one process group. Safe for use by many threads. */
public interface Meter {

    /**
     * Reads now.
     *
     * @throws IOException if the group is gone
     */
    Reading read() throws IOException;
}
