package comparison.lab.study;

import comparison.harness.Fault;

/** Requests that failed under somebody's eyes. */
public final class Failures {

    private Failures() {}

    /** Complains if there were any; their server is not one that works. */
    public static void refuse(long failed, long requests) {
        if (failed > 0) {
            throw Fault.broken(
                    "%d of %d requests failed, so the figures above are not those of a server that works. Its log is beside them."
                            .formatted(failed, requests));
        }
    }
}
