package comparison.contract;

/**
 * The contract of the Person API and of its management port. A subclass says which running application is meant; see
 * {@link AppContract} for one that starts it. An application with the routes of {@code /benchmark} has
 * {@link BenchmarkRoutes} to keep, too.
 */
public abstract class PersonApiContract
        implements PersonContract, InvalidRequestContract, ConnectionContract, ManagementContract, SqlContract {}
