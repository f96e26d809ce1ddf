package comparison.contract;

/** The additional contract of an application that serves the routes of {@code /benchmark}, including files. */
public interface BenchmarkRoutes extends BenchmarkContract, WaitingContract, FileContract {}
