package comparison.harness.cli;

import comparison.harness.Fault;
import comparison.harness.plan.Limits;
import comparison.harness.record.Disk;
import comparison.harness.record.Json;
import comparison.harness.record.RunFolder;
import comparison.harness.report.Answer;
import comparison.harness.report.Chart;
import comparison.harness.report.Histograms;
import comparison.harness.report.Markdown;
import comparison.harness.report.PublishedIndex;
import comparison.harness.report.PublishedPage;
import comparison.harness.report.RawFacts;
import comparison.harness.report.Report;
import comparison.harness.report.Summary;
import comparison.harness.stats.Spread;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "publish",
        description =
                "Makes a run the published one: the table in README.md and results/, the files behind it in results/published/, and results/index.html about all of these. Several runs of one commit are pooled into one.",
        mixinStandardHelpOptions = true)
final class PublishCommand extends BenchCommand {

    private static final Set<String> FILES = Set.of("plan.json", "environment.json", "report.md");

    /** JSON files that are published on their own. */
    private static final List<String> NOT_IN_FACTS =
            List.of("plan.json", "environment.json", "simulations.json", "summary.json");

    private static final String PAGE = "report.html";

    private static final String BEGIN = "<!-- results:begin (written by ./bench publish) -->";
    private static final String END = "<!-- results:end -->";

    @Parameters(
            paramLabel = "RUN",
            arity = "1..*",
            description = "Folder or name of a run, or 'latest'; several are pooled, each of whole rounds.")
    @SuppressWarnings("NullAway.Init") // required, so set by picocli before call()
    private List<String> runs;

    @Option(
            names = "--files-only",
            description =
                    "Publishes the run's files, names them in results/index.html, and leaves README.md and results/README.md as they are. For simulations, that is always so.")
    private boolean filesOnly;

    @Option(
            names = "--incomplete",
            description =
                    "Publishes simulations although some were not measured, such as one of a variant that the gate refused; their report names them first.")
    private boolean incomplete;

    @Option(
            names = "--anyway",
            description =
                    "Publishes a run that misses the standards (12 starts, steady, a clean commit with this code, a calm machine); the page says what it misses.")
    private boolean anyway;

    @Override
    public Integer call() {
        Project project = Project.here();
        List<RunFolder> sources = runs.stream().map(project::run).distinct().toList();
        ConsoleProgress progress = new ConsoleProgress(out());
        RunFolder source =
                sources.size() == 1 ? sources.getFirst() : progress.during("pooling the runs", () -> Pool.of(sources));
        Summary summary = progress.during("writing the report", () -> Report.write(source));
        boolean simulations = Files.isRegularFile(source.simulations());
        if (incomplete && !simulations) {
            throw Fault.badInput(
                    "--incomplete is for simulations; a table of create, read, update and delete is whole. Leave it out.");
        }
        if (!incomplete) {
            refuseIncomplete(summary, simulations);
        }
        List<String> missed = Standards.missed(project, source);
        if (!anyway && !missed.isEmpty()) {
            throw Fault.badInput(
                    "%s is not published: %s. Measure again, or publish it with --anyway, which says so on the page."
                            .formatted(summary.run(), String.join("; ", missed)));
        }
        Path target = project.published().resolve(summary.run());
        Path frontPage = project.path().resolve("README.md");
        // The front page shows create, read, update and delete only.
        boolean shown = !filesOnly && !simulations;
        if (shown) {
            if (source.planned().limits() == Limits.NONE) {
                throw Fault.badInput(
                        "%s was measured without limits, and the front page is about 2 CPUs and 1 GiB. Publish only its files, with --files-only."
                                .formatted(summary.run()));
            }
            // Before anything is written, so that a missing line does not leave half a publication behind.
            Disk.attempt("read " + frontPage, () -> between(frontPage, ""));
        }
        copy(source, target, missed, shown);
        if (!simulations) {
            Histograms.write(source, target.resolve("histograms.hlog.gz"));
            RawFacts.write(source, target.resolve("facts.jsonl.gz"), NOT_IN_FACTS);
        }
        if (!shown) {
            say("published %s and results/index.html. Commit both; README.md stays as it is.", target);
            return 0;
        }
        Path readme = project.results().resolve("README.md");
        Disk.attempt("write " + readme, () -> {
            Files.writeString(readme, readme(summary, missed));
            Files.writeString(project.results().resolve("chart.svg"), Chart.svg(summary));
        });
        replace(frontPage, frontPage(summary, missed));
        say("published %s: README.md, %s and %s. Commit all of them.", summary.run(), project.results(), target);
        return 0;
    }

    private static void refuseIncomplete(Summary summary, boolean simulations) {
        List<String> obstacles = summary.failures().isEmpty() ? summary.missing() : summary.failures();
        if (!obstacles.isEmpty()) {
            throw Fault.badInput("%s is not published, because it is not whole: %s. Measure again%s."
                    .formatted(
                            summary.run(),
                            obstacles.get(0),
                            simulations ? ", or publish it with --incomplete if that is the result" : ""));
        }
    }

    private void say(String words, Object... things) {
        PrintWriter out = out();
        out.printf(words + "%n", things);
    }

    /**
     * Copies the files of a run, the computed JSON compressed. Its report repeats the missed standards, because it is
     * also read without the page.
     *
     * @param shown whether the run is the front page's, whose figures are published as CSV, too
     */
    private static void copy(RunFolder source, Path target, List<String> missed, boolean shown) {
        Disk.deleteTree(target);
        Disk.copy(
                source.path(),
                target,
                file -> FILES.contains(file.toString())
                        || (shown && file.toString().equals("figures.csv")));
        Disk.attempt("copy to " + target, () -> {
            PublishedPage.write(source.path().resolve(PAGE), target.resolve(PAGE), missed);
            Path report = target.resolve("report.md");
            Files.writeString(report, PublishedPage.notice(missed) + Files.readString(report));
        });
        Stream.of(source.summary(), source.simulations())
                .filter(Files::isRegularFile)
                .forEach(file -> Json.compress(file, target));
        PublishedIndex.write(
                target.resolve(".."), target.resolve("../../index.html").normalize());
    }

    private static void replace(Path page, String table) {
        Disk.attempt("write " + page, () -> Files.writeString(page, between(page, table)));
    }

    private static String between(Path page, String table) throws IOException {
        return Markdown.between(page, Files.readString(page), BEGIN, END, table);
    }

    private static String frontPage(Summary summary, List<String> missed) {
        return """
                %s
                %s. Preset `%s` in the runtime `%s`. [The wide table, and what stands behind it](results/README.md), [as CSV](results/published/%s/figures.csv), [how it is measured](docs/method.md).

                %s![Throughput, CPU per request, start-up and memory of each variant, cold and warm](results/chart.svg)
                """.formatted(
                        Answer.markdown(summary),
                        Spread.replication(summary.invocations()),
                        summary.preset(),
                        summary.runtime(),
                        summary.run(),
                        PublishedPage.notice(missed));
    }

    private static String readme(Summary summary, List<String> missed) {
        String folder = "published/" + summary.run();
        return """
                # Results

                Preset `%1$s` in the runtime `%2$s`, run `%3$s`. Written by `./bench publish`; not edited by hand.

                ![Throughput, CPU per request, start-up and memory of each variant, cold and warm](chart.svg)

                %6$s%4$s
                Behind it: [plan](%5$s/plan.json), [environment](%5$s/environment.json), [summary](%5$s/summary.json.gz), [figures](%5$s/figures.csv),
                [page](%5$s/report.html), latency [histograms](%5$s/histograms.hlog.gz), and what was recorded of the gate and of each
                start and load ([facts](%5$s/facts.jsonl.gz)). The other raw files stay in `results/%3$s/` on the machine that measured. How it is measured: [docs/method.md](../docs/method.md); what the
                files mean: [docs/results-format.md](../docs/results-format.md).
                """.formatted(
                        summary.preset(),
                        summary.runtime(),
                        summary.run(),
                        Report.markdown(summary),
                        folder,
                        PublishedPage.notice(missed));
    }
}
