package comparison.harness.run;

import java.time.Duration;

/** Is told what happens. Called by one thread. */
public interface Progress {

    /**
     * A step begins.
     *
     * @param what it does
     * @param done steps before it
     * @param of all steps
     * @param left until the end of the run, as far as can be told
     */
    void step(String what, int done, int of, Duration left);

    /** Something went wrong, and the run goes on. */
    void trouble(String what);

    /** Something worth a line of its own. */
    void note(String what);
}
