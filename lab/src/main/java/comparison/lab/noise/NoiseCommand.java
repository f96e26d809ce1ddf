package comparison.lab.noise;

import comparison.harness.Fault;
import comparison.harness.cli.Project;
import comparison.harness.record.RunFolder;
import comparison.harness.report.Report;
import comparison.lab.study.Page;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Implements {@code bench noise}; see its descriptions. */
@Command(
        name = "noise",
        description = {
            "Says what this machine's noise leaves of a comparison. Measure planted differences first:",
            "./bench run --catalogue harness/src/test/faults/variants.yaml --preset noise --runtime process"
        },
        mixinStandardHelpOptions = true)
public final class NoiseCommand {

    private static final String RUNS = "Folders or names of runs, or 'latest'.";

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before a subcommand is called
    private CommandSpec spec;

    @Command(
            name = "judge",
            description =
                    "Prints one table of what runs say about planted CPU time: bias, coverage, what is found, and the starts and minutes that it takes.",
            mixinStandardHelpOptions = true)
    int judge(@Parameters(paramLabel = "RUN", arity = "1..*", description = RUNS) List<String> runs) {
        List<RunFolder> folders = folders(runs);
        print(NoiseTable.page(Evidence.of(folders), Neighbours.correlation(folders), Neighbours.uneven(folders)));
        return 0;
    }

    @Command(
            name = "twins",
            description =
                    "Says from runs in which two variants are the same, per metric, whether one seems better and how often a verdict is false.",
            mixinStandardHelpOptions = true)
    int twins(
            @Parameters(paramLabel = "ID,ID", split = ",", arity = "1", index = "0", description = "The two variants.")
                    List<String> twins,
            @Parameters(paramLabel = "RUN", arity = "1..*", index = "1..*", description = RUNS) List<String> runs) {
        if (twins.size() != 2) {
            throw Fault.badInput("Name two variants, such as sound,twin, and then the folders of runs.");
        }
        print(new Twins(
                        twins.getLast(),
                        twins.getFirst(),
                        folders(runs).stream().map(Report::read).toList())
                .page());
        return 0;
    }

    private static List<RunFolder> folders(List<String> runs) {
        return runs.stream().map(Project.here()::run).toList();
    }

    private void print(Page page) {
        spec.commandLine().getOut().println(page.markdown());
        spec.commandLine().getOut().flush();
    }
}
