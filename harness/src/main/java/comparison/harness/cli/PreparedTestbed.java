package comparison.harness.cli;

import comparison.harness.load.Engine;
import comparison.harness.plan.Limits;
import comparison.harness.plan.Variant;
import comparison.harness.process.AtEnd;
import comparison.harness.record.Disk;
import comparison.harness.record.Json;
import comparison.harness.record.RunFolder;
import comparison.harness.runtime.Leftovers;
import comparison.harness.runtime.ProcessTestbed;
import comparison.harness.runtime.Testbed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** Provides a testbed of the runtime {@code process} to commands that examine variants instead of comparing them. */
public final class PreparedTestbed {

    private PreparedTestbed() {}

    /**
     * Prepares a testbed, does the work, and ends everything that was started, even if this JVM is interrupted. Creates
     * the folder if necessary and writes build.log and the environment of this session to it.
     */
    public static <T> T use(
            Project project, List<Variant> variants, Path folder, ConsoleProgress progress, Function<Testbed, T> work) {
        Disk.attempt("make " + folder, () -> Files.createDirectories(folder));
        int left = Leftovers.remove().size();
        if (left > 0) {
            progress.say(left + " containers, networks, volumes and control groups of a killed run were removed");
        }
        Testbed testbed =
                new ProcessTestbed(project.path(), project.maven(), Leftovers.name(), Limits.ARTICLE, Engine.JMETER);
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
}
