package comparison.harness.run;

/** Is told what happens. Called by one thread. */
public interface Progress {

    /**
     * A step begins.
     *
     * @param what it does
     * @param done steps before it
     * @param of all steps
     */
    void step(String what, int done, int of);

    /** Something went wrong, and the run goes on. */
    void trouble(String what);
}
