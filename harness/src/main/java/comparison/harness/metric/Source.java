package comparison.harness.metric;

/** Where a metric comes from. This determines which table shows it. */
public enum Source {
    /** A fresh start: the value is the same for all loads of that start. */
    START,
    /** The samples of a load. */
    SAMPLES,
    /** The server's control group or process during a load. */
    SERVER,
    /** The counters of the server's JVM, before and after a load. */
    JVM,
    /** The database, the client and the machine during a load. */
    SURROUNDINGS
}
