package comparison.contract;

/** What an application keeps that serves the routes of {@code /benchmark}, the files among them, besides the Person API. */
public interface BenchmarkRoutes extends BenchmarkContract, FileContract {}
