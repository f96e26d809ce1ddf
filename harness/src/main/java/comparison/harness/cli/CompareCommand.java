package comparison.harness.cli;

import comparison.harness.Fault;
import comparison.harness.record.RunFolder;
import comparison.harness.report.Report;
import comparison.harness.report.Requirement;
import comparison.harness.report.RunComparison;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "compare",
        description = "Compares a run with an earlier one, and fails if a requirement is broken beyond noise.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "BASE and NEW may end in a variant, as in latest/uri-route latest/uri-full: then these two are compared.",
            "A requirement is [cold|warm] METRIC >|< NUMBER[%%]: 'p99 > +20%%' is a change, 'warm startup > 2' a limit.",
            "It is broken beyond noise if the whole 95 %% interval lies over the limit; that takes 3 fresh starts in each run for a change, 6 for a limit.",
            "Exit codes: 0 nothing is broken, 1 a requirement is broken, its cell failed or no cell has its figure, 2 bad input, or the two runs were not made alike."
        })
final class CompareCommand extends BenchCommand {

    @Parameters(
            index = "0",
            paramLabel = "BASE",
            description = "Folder or name of the earlier run, or of a variant in it.")
    @SuppressWarnings("NullAway.Init") // required, so set by picocli before call()
    private String base;

    @Parameters(index = "1", paramLabel = "NEW", description = "Folder or name of the new run, or 'latest'.")
    @SuppressWarnings("NullAway.Init") // required, so set by picocli before call()
    private String now;

    @Option(
            names = "--fail-if",
            paramLabel = "REQUIREMENT",
            description = "Condition that fails the comparison, such as 'p99 > +20%%'. May be given many times.")
    private List<String> failIf = new ArrayList<>();

    @Option(names = "--anyway", description = "Compares runs that were not made alike.")
    private boolean anyway;

    @Override
    public Integer call() {
        List<Requirement> wanted = failIf.stream().map(Requirement::parse).toList();
        Project project = Project.here();
        Side before = Side.of(project, base);
        Side after = Side.of(project, now);
        RunComparison.Differences differences = RunComparison.Differences.of(before.run, after.run);
        if (!anyway && !differences.obstacles().isEmpty()) {
            throw Fault.badInput(
                    "The two runs were not made alike (%s). Measure again under the same conditions, or see the ratios with --anyway."
                            .formatted(String.join("; ", differences.obstacles())));
        }
        RunComparison comparison = before.beside(after);
        List<RunComparison.Judgement> judgements = comparison.judge(wanted);
        out().print(comparison.markdown(differences, judgements));
        List<Requirement> unjudged = RunComparison.unjudged(judgements);
        if (!unjudged.isEmpty()) {
            throw Fault.broken(
                    "No cell could be judged by %s: its figure is missing in one of the two runs, it asks for a ratio to 0, or the two did not do the same work (other SQL, or a rate that is set). Choose another metric, or measure again."
                            .formatted(unjudged.stream()
                                    .map(requirement -> "'" + requirement.text() + "'")
                                    .collect(Collectors.joining(", "))));
        }
        boolean broken = judgements.stream()
                .anyMatch(j -> j.outcome() == Requirement.Outcome.BROKEN || j.outcome() == Requirement.Outcome.FAILED);
        return broken ? 1 : 0;
    }

    /** One side of a comparison: a run, or one variant of it. */
    private record Side(RunFolder run, @Nullable String variant) {

        static Side of(Project project, String name) {
            int slash = name.lastIndexOf('/');
            return slash < 0 || project.hasRun(name)
                    ? new Side(project.run(name), null)
                    : new Side(project.run(name.substring(0, slash)), name.substring(slash + 1));
        }

        RunComparison beside(Side after) {
            String before = variant == null ? after.variant : variant;
            String then = after.variant == null ? variant : after.variant;
            if (before == null || then == null) {
                return RunComparison.of(Report.read(run), Report.read(after.run));
            }
            return RunComparison.of(Report.read(run), before, Report.read(after.run), then);
        }
    }
}
