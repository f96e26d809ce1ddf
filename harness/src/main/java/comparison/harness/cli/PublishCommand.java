package comparison.harness.cli;

import comparison.harness.Fault;
import comparison.harness.raw.Disk;
import comparison.harness.raw.RunFolder;
import comparison.harness.report.Chart;
import comparison.harness.report.Histograms;
import comparison.harness.report.Report;
import comparison.harness.report.Summary;
import comparison.harness.stats.Spread;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "publish",
        description =
                "Makes a run the published one: the table in README.md and results/, and the files behind it in results/published/.",
        mixinStandardHelpOptions = true)
final class PublishCommand implements Callable<Integer> {

    private static final List<String> FILES =
            List.of("plan.json", "environment.json", "summary.json", "report.md", "report.html", "figures.csv");

    private static final String SIMULATIONS = "simulations.json";

    private static final String BEGIN = "<!-- results:begin (written by ./bench publish) -->";
    private static final String END = "<!-- results:end -->";

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Parameters(paramLabel = "RUN", description = "Folder or name of a run, or 'latest'.")
    @SuppressWarnings("NullAway.Init") // required, so set by picocli before call()
    private String run;

    @Override
    public Integer call() {
        Project project = Project.here();
        RunFolder source = project.run(run);
        Summary summary = Report.write(source);
        refuseIncomplete(summary);
        Path target = project.results().resolve("published").resolve(summary.run());
        if (Files.isRegularFile(source.path().resolve(SIMULATIONS))) {
            return publishSimulations(source, target);
        }
        copy(source, FILES, target);
        Histograms.write(source, target.resolve("histograms.hlog.gz"));
        Path readme = project.results().resolve("README.md");
        Disk.attempt("write " + readme, () -> {
            Files.writeString(readme, readme(summary));
            Files.writeString(project.results().resolve("chart.svg"), Chart.svg(summary));
        });
        replaceInFrontPage(project.path().resolve("README.md"), summary);
        PrintWriter out = spec.commandLine().getOut();
        out.printf(
                "published %s: README.md, %s and %s. Commit all of them.%n", summary.run(), project.results(), target);
        out.flush();
        return 0;
    }

    private static void refuseIncomplete(Summary summary) {
        List<String> obstacles = summary.failures().isEmpty() ? summary.missing() : summary.failures();
        if (!obstacles.isEmpty()) {
            throw Fault.badInput("%s is not published, because it is not whole: %s. Measure again."
                    .formatted(summary.run(), obstacles.get(0)));
        }
    }

    /** The front page is about create, read, update and delete, so a run of simulations leaves it as it is. */
    private int publishSimulations(RunFolder source, Path target) {
        List<String> files = Stream.concat(FILES.stream(), Stream.of(SIMULATIONS))
                .filter(file -> Files.isRegularFile(source.path().resolve(file)))
                .toList();
        copy(source, files, target);
        PrintWriter out = spec.commandLine().getOut();
        out.printf(
                "published %s: %s. Commit it; README.md stays as it is.%n",
                source.path().getFileName(), target);
        out.flush();
        return 0;
    }

    private static void copy(RunFolder source, List<String> files, Path target) {
        Disk.attempt("copy to " + target, () -> {
            Files.createDirectories(target);
            for (String file : files) {
                Files.copy(source.path().resolve(file), target.resolve(file), StandardCopyOption.REPLACE_EXISTING);
            }
        });
    }

    /** The table on the front page is the published one, so it is never typed. */
    private static void replaceInFrontPage(Path page, Summary summary) {
        Disk.attempt("write " + page, () -> {
            String text = Files.readString(page);
            int begin = text.indexOf(BEGIN);
            int end = text.indexOf(END);
            if (begin < 0 || end < begin) {
                throw Fault.badInput("%s has no lines '%s' and '%s' to put the table between. Add them."
                        .formatted(page, BEGIN, END));
            }
            Files.writeString(page, text.substring(0, begin) + BEGIN + "\n" + frontPage(summary) + text.substring(end));
        });
    }

    private static String frontPage(Summary summary) {
        return """
                ![Throughput, CPU per request, start-up and memory of each variant, cold and warm](results/chart.svg)

                Preset `%s` in the runtime `%s`. %s. [What stands behind it](results/README.md), [how it is measured](docs/method.md).

                %s""".formatted(
                summary.preset(), summary.runtime(), Spread.replication(summary.invocations()), Report.table(summary));
    }

    private static String readme(Summary summary) {
        String folder = "published/" + summary.run();
        return """
                # Results

                Preset `%1$s` in the runtime `%2$s`, run `%3$s`. Written by `./bench publish`; not edited by hand.

                ![Throughput, CPU per request, start-up and memory of each variant, cold and warm](chart.svg)

                %4$s
                Behind it: [plan](%5$s/plan.json), [environment](%5$s/environment.json), [summary](%5$s/summary.json), [figures](%5$s/figures.csv),
                [page](%5$s/report.html) and latency [histograms](%5$s/histograms.hlog.gz). The raw JMeter files stay beside them in
                `results/%3$s/` on the machine that measured. How it is measured: [docs/method.md](../docs/method.md); what the
                files mean: [docs/results-format.md](../docs/results-format.md).
                """.formatted(summary.preset(), summary.runtime(), summary.run(), Report.markdown(summary), folder);
    }
}
