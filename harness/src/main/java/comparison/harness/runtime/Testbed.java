package comparison.harness.runtime;

import comparison.contract.ContractCheck;
import comparison.contract.ExecutedSql;
import comparison.harness.plan.TableState;
import comparison.harness.plan.Variant;
import comparison.harness.probe.DatabaseCounters;
import comparison.harness.probe.Machine;
import comparison.harness.probe.Meter;
import comparison.harness.probe.Probe;
import comparison.harness.record.Environment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Runs one database, one client, and one or more servers. Used by one thread, except that any thread may call
 * {@link #close} at any time; nothing keeps running after it.
 */
public interface Testbed extends AutoCloseable {

    /** Maximum number of database connections of each variant. */
    String POOL_SIZE = "10";

    /** The {@link Facts#limits} of a run without limits, which is verified at each start. */
    List<String> UNLIMITED = List.of("server: none (asked for)", "database: none (asked for)", "client: none");

    /** Returns the value of the option {@code --runtime}: {@code docker} or {@code process}. */
    String id();

    /**
     * Builds everything that the run needs and starts the database.
     *
     * @param variants all that will be started
     * @param buildLog where the output of builds goes
     * @throws comparison.harness.Fault of kind BAD_INPUT if the load engine is not available in this testbed
     */
    void prepare(List<Variant> variants, Path buildLog);

    /** Puts the table of people into the state that each server finds. */
    void resetTable(TableState state);

    /** Counts the rows that were added to the table of people since {@link #resetTable}. */
    long rows();

    /**
     * Starts a variant and waits for its first response with status 200.
     *
     * @param log where its output goes
     * @throws comparison.harness.Fault if it does not start, or runs within other limits
     */
    RunningVariant start(Variant variant, Path log);

    /** Returns how many servers may be up at the same time. */
    default int servers() {
        return 1;
    }

    /** Tells whether servers that are up at the same time share the ports of one machine. */
    default boolean sharesPorts() {
        return false;
    }

    /** Checks a running variant against a part of the contract. Rows that the check inserts stay in the table. */
    ContractCheck.Report check(RunningVariant running, ContractCheck.Scope scope);

    /**
     * Counts the SQL statements that a number of requests of each kind cause. Leaves no rows in the table.
     *
     * @param requests of each kind
     * @return number of executions by kind of request and statement
     */
    Map<String, Map<String, Long>> work(RunningVariant running, int requests);

    /** Returns how often the application's role has executed each statement so far. */
    ExecutedSql executed();

    /** Returns what the database has counted so far, see {@link DatabaseCounters}. */
    Map<String, Long> databaseCounters();

    /**
     * Starts a client and its stub. Only one may exist at a time.
     *
     * @param log where the output of the client goes
     */
    LoadClient client(Path log);

    /** Returns a meter of the database's memory and CPU time. */
    Meter databaseMeter();

    /** Returns readings of the whole machine. */
    default Probe.Source<Machine> machine() {
        return Machine::read;
    }

    /**
     * What a reader needs to know about a testbed, as {@link Environment} records it.
     *
     * @param images by id of the variant; empty in the runtime {@code process}
     */
    record Facts(
            List<String> limits,
            String cpusets,
            String memorySource,
            String jvm,
            List<String> jvmFlags,
            List<String> nativeFlags,
            String client,
            String database,
            Map<String, Environment.Image> images) {}

    /** Describes this testbed, which must be prepared. */
    Facts facts();

    /** Stops and removes everything. A second call has no effect. */
    @Override
    void close();
}
