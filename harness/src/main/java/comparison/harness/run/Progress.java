package comparison.harness.run;

import java.time.Duration;

/** Receives the progress of a run. Called by one thread. */
public interface Progress {

    /**
     * Reports the beginning of a step.
     *
     * @param what description of the step
     * @param done number of earlier steps
     * @param of number of all steps
     * @param left estimated time until the end of the run
     */
    void step(String what, int done, int of, Duration left);

    /** Reports a failure after which the run continues. */
    void trouble(String what);
}
