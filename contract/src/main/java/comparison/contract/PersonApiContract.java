package comparison.contract;

/**
 * The whole contract of the Person API. A subclass says which running application is meant; see {@link AppContract}
 * for one that starts it.
 */
public abstract class PersonApiContract
        implements PersonContract,
                InvalidRequestContract,
                BenchmarkContract,
                FileContract,
                ManagementContract,
                SqlContract {}
