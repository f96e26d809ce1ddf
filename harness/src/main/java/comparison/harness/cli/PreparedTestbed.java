package comparison.harness.cli;

import comparison.harness.load.Engine;
import comparison.harness.machine.Machines;
import comparison.harness.plan.Limits;
import comparison.harness.plan.Variant;
import comparison.harness.process.AtEnd;
import comparison.harness.record.Disk;
import comparison.harness.record.Json;
import comparison.harness.record.RunFolder;
import comparison.harness.runtime.DockerTestbed;
import comparison.harness.runtime.Leftovers;
import comparison.harness.runtime.ProcessTestbed;
import comparison.harness.runtime.Testbed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/**
 * Provides a testbed to commands that examine variants instead of comparing them: of the runtime {@code process} on this
 * machine, of {@code docker} on others.
 */
public final class PreparedTestbed {

    private PreparedTestbed() {}

    /**
     * Prepares a testbed, does the work, and ends everything that was started, even if this JVM is interrupted. Creates
     * the folder if necessary and writes build.log and the environment of this session to it.
     */
    public static <T> T use(
            Project project, List<Variant> variants, Path folder, ConsoleProgress progress, Function<Testbed, T> work) {
        return use(project, variants, folder, progress, Machines.HERE, work);
    }

    /** Does the same on these machines. If they are others, the variants run in containers. */
    public static <T> T use(
            Project project,
            List<Variant> variants,
            Path folder,
            ConsoleProgress progress,
            Machines machines,
            Function<Testbed, T> work) {
        ChosenTestbed.require(RunCommand.RuntimeChoice.AUTO, machines);
        Disk.attempt("make " + folder, () -> Files.createDirectories(folder));
        int left = Leftovers.remove().size() + Session.elsewhere(machines);
        if (left > 0) {
            progress.say(left + " containers, networks, volumes and control groups of a killed run were removed");
        }
        Testbed testbed = testbed(project, folder, machines);
        try (AtEnd _ = AtEnd.run("interrupted", testbed::close);
                testbed) {
            Path log = folder.resolve("build.log");
            progress.during("building what changed, starting the database; output in " + log, () -> {
                testbed.prepare(variants, log);
                return log;
            });
            RunFolder run = new RunFolder(folder);
            Json.write(
                    run.environment(run.sessions().size() + 1),
                    Surroundings.of(testbed, "as always for this command", project));
            return work.apply(testbed);
        }
    }

    private static Testbed testbed(Project project, Path folder, Machines machines) {
        String name = Leftovers.name();
        return machines.far()
                ? new DockerTestbed(project.path(), name, folder, Limits.ARTICLE, Engine.JMETER, machines)
                : new ProcessTestbed(project.path(), project.maven(), name, Limits.ARTICLE, Engine.JMETER);
    }
}
