package comparison.contract;

/**
 * Tests the contract of the Person API and of its management port. A subclass names the running application;
 * {@link AppContract} starts one. An application with the routes of {@code /benchmark} also implements
 * {@link BenchmarkRoutes}, one with only those that wait {@link WaitingContract}.
 */
public abstract class PersonApiContract
        implements PersonContract, InvalidRequestContract, ConnectionContract, ManagementContract, SqlContract {}
