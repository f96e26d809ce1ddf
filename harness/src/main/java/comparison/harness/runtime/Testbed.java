package comparison.harness.runtime;

import comparison.contract.ContractCheck;
import comparison.harness.load.LoadOrder;
import comparison.harness.plan.Variant;
import comparison.harness.probe.Meter;
import comparison.harness.raw.Environment;
import comparison.harness.raw.RunFolder.LoadFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Where variants run: one database, one client, one server at a time. Used by one thread, but {@link #close} may be called
 * by any, at any moment, and leaves nothing running.
 */
public interface Testbed extends AutoCloseable {

    /** Returns the name on the command line: {@code docker} or {@code process}. */
    String id();

    /**
     * Builds what is to run, and starts the database.
     *
     * @param variants all that will be started
     * @param buildLog where the output of builds goes
     */
    void prepare(List<Variant> variants, Path buildLog);

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

    /** Checks the contract against a running variant. What it leaves in the table is not removed. */
    ContractCheck.Report check(RunningVariant running);

    /**
     * Sends a load and waits for its end. JMeter's result and log, and the client's readings, are left in the folder.
     *
     * @throws comparison.harness.Fault if JMeter fails or the variant dies
     */
    void load(RunningVariant running, LoadOrder order, LoadFolder folder);

    /** Returns a meter of the database. */
    Meter databaseMeter();

    /** Returns the limits that are really in force, a line each. */
    List<String> limits();

    /** Returns where memory and processor time are read. */
    String memorySource();

    /** Returns which Java the variants run on. */
    String jvm();

    /** Returns the flags of every variant's JVM. */
    List<String> jvmFlags();

    /** Returns the version of JMeter. */
    String jmeterVersion();

    /** Returns which database this is, and its settings that matter. */
    String database();

    /** Returns the images by service; empty where there are none. */
    Map<String, Environment.Image> images();

    /** Stops and removes everything. Closing twice does nothing. */
    @Override
    void close();
}
