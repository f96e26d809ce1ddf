package comparison.harness.runtime;

import comparison.contract.ContractCheck;
import comparison.contract.ExecutedSql;
import comparison.harness.load.Engine;
import comparison.harness.plan.Variant;
import comparison.harness.probe.Meter;
import comparison.harness.raw.Environment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Where variants run: one database, one client, one server at a time. Used by one thread, but {@link #close} may be called
 * by any, at any moment, and leaves nothing running.
 */
public interface Testbed extends AutoCloseable {

    /** The most connections to the database that each variant may have. */
    String POOL_SIZE = "10";

    /** What {@link #limits} says where none were asked for, which is verified. */
    List<String> UNLIMITED = List.of("server: none (asked for)", "database: none (asked for)", "client: none");

    /** Returns the name on the command line: {@code docker} or {@code process}. */
    String id();

    /**
     * Builds what is to run, and starts the database.
     *
     * @param variants all that will be started
     * @param engine what will load them
     * @param buildLog where the output of builds goes
     * @throws comparison.harness.Fault of kind BAD_INPUT if that engine can't be had here
     */
    void prepare(List<Variant> variants, Engine engine, Path buildLog);

    /** Empties the table and lets the database forget its statistics about it. */
    void resetTable();

    /** Returns the number of rows in the table. */
    long rows();

    /**
     * Starts a variant and waits for its first right answer.
     *
     * @param log where its output goes
     */
    RunningVariant start(Variant variant, Path log);

    /** Checks the contract in that scope against a running variant. What it leaves in the table is not removed. */
    ContractCheck.Report check(RunningVariant running, ContractCheck.Scope scope);

    /** Counts the SQL statements of so many requests of each kind; nothing is left in the table. */
    Map<String, Map<String, Long>> work(RunningVariant running, int requests);

    /** Returns how often the application's role has executed each statement until now. */
    ExecutedSql executed();

    /**
     * Starts a client and its stub. There is one at a time.
     *
     * @param log where the output of the client goes
     */
    LoadClient client(Path log);

    /** Returns a meter of the database. */
    Meter databaseMeter();

    /** Returns the limits that are really in force, a line each. */
    List<String> limits();

    /** Returns which processors server, database and client have, or why they share them. */
    String cpusets();

    /** Returns where memory and processor time are read. */
    String memorySource();

    /** Returns which Java the variants run on. */
    String jvm();

    /** Returns the flags of every variant's JVM. */
    List<String> jvmFlags();

    /** Returns what every native image is started with instead. */
    List<String> nativeFlags();

    /** Returns what loads the variants, and its version. */
    String clientVersion();

    /** Returns which database this is, and its settings that matter. */
    String database();

    /** Returns the images by service; empty where there are none. */
    Map<String, Environment.Image> images();

    /** Stops and removes everything. Closing twice does nothing. */
    @Override
    void close();
}
