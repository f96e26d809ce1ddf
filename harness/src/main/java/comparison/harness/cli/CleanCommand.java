package comparison.harness.cli;

import comparison.harness.record.Disk;
import comparison.harness.record.RunFolder;
import comparison.harness.record.RunLock;
import comparison.harness.runtime.Leftovers;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "clean",
        description = {
            "Deletes the raw files of old runs, and what a killed run left behind.",
            "Published results, the newest run, interrupted runs and runs that are going on are kept."
        },
        mixinStandardHelpOptions = true)
final class CleanCommand extends BenchCommand {

    @Option(names = "--all", description = "Deletes the newest run and interrupted runs too.")
    private boolean all;

    @Override
    public Integer call() {
        Project project = Project.here();
        PrintWriter out = out();
        Leftovers.remove().forEach(what -> out.println("removed " + what));
        deletable(project.runs(), all).forEach(run -> {
            Disk.deleteTree(run.path());
            out.println("deleted " + run.path());
        });
        unlinkLatest(project.results().resolve("latest"));
        return 0;
    }

    /**
     * Selects the runs to delete. Without {@code all}, the newest run stays; a pool does not count as newest, because
     * it is a copy.
     *
     * @param runs oldest first
     * @param all whether incomplete runs, even without a report, and the newest run are included
     */
    static List<RunFolder> deletable(List<RunFolder> runs, boolean all) {
        List<RunFolder> finished = runs.stream()
                .filter(run -> Files.exists(all ? run.plan() : run.summary()) && !RunLock.isTaken(run))
                .filter(run -> all || !Resumption.lacksSomething(run))
                .toList();
        Optional<RunFolder> kept = finished.reversed().stream()
                .filter(run -> !all && !Files.exists(run.pooled()))
                .findFirst();
        return finished.stream().filter(run -> !kept.equals(Optional.of(run))).toList();
    }

    private static void unlinkLatest(Path latest) {
        if (Files.exists(latest, LinkOption.NOFOLLOW_LINKS) && !Files.exists(latest)) {
            Disk.attempt("delete " + latest, () -> Files.delete(latest));
        }
    }
}
