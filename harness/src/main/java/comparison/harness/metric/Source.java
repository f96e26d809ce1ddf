package comparison.harness.metric;

/** What yields a metric, which tells where it is shown. */
public enum Source {
    /** A fresh start: all loads of that start have the same value. */
    START,
    /** The samples of a load. */
    SAMPLES,
    /** The server's control group or process during a load. */
    SERVER,
    /** The counters of the server's JVM, before and after a load. */
    JVM,
    /** Database, client and machine during a load. */
    SURROUNDINGS
}
