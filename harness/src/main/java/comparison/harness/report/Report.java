package comparison.harness.report;

import comparison.harness.Fault;
import comparison.harness.plan.Plan;
import comparison.harness.record.Disk;
import comparison.harness.record.Json;
import comparison.harness.record.RunFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes the results of a run for readers and programs: {@code summary.json}, {@code simulations.json},
 * {@code figures.csv}, {@code report.md} and {@code report.html}.
 */
public final class Report {

    private Report() {}

    /**
     * Computes all results from the raw files and writes them.
     *
     * @throws Fault of kind BAD_INPUT if a report exists without its raw files, as in a published run, or if the folder
     *     is not a run's
     */
    public static Summary write(RunFolder run) {
        Path report = run.path().resolve("report.md");
        if (!Files.isDirectory(run.path().resolve("runs")) && Files.exists(report)) {
            throw Fault.badInput(
                    "%s has no raw files any more, so its report stays as it is: %s.".formatted(run.path(), report));
        }
        Summarizer.Results results = Summarizer.summarize(run);
        Summary summary = results.summary();
        List<Simulated> simulated = results.simulated();
        if (summary.reference() == null) {
            Disk.write(run.simulations(), Json.compact(simulated) + "\n");
        }
        Disk.write(run.summary(), Json.compact(summary) + "\n");
        Disk.write(report, markdown(summary, simulated));
        Disk.write(run.path().resolve("figures.csv"), FiguresCsv.of(summary));
        Disk.write(run.path().resolve("report.html"), Page.of(results));
        return summary;
    }

    /**
     * Reads the figures of a run: from its raw files or, if they are missing (a published run), from its summary.
     *
     * @throws Fault of kind BAD_INPUT if it has neither, or if it sent simulations, which are not compared
     */
    public static Summary read(RunFolder run) {
        if (isOfSimulations(run)) {
            throw Fault.badInput(
                    "%s sent simulations, which are not compared with another run: a simulation fails its demands in its own report. Compare runs of create, read, update and delete."
                            .formatted(run.path().getFileName()));
        }
        if (Files.isDirectory(run.path().resolve("runs"))) {
            return Summarizer.summarize(run).summary();
        }
        return summary(run);
    }

    /**
     * Reads the figures of a run as they were last written.
     *
     * @throws Fault if they are missing, damaged, or of another version
     */
    public static Summary summary(RunFolder run) {
        Summary summary = Json.read(run.summary(), Summary.class)
                .orElseThrow(() ->
                        Fault.badInput("%s is not the folder of a run: it has neither raw files nor a summary.json."
                                .formatted(run.path())));
        if (summary.schemaVersion() != Summary.SCHEMA_VERSION) {
            throw Fault.badInput("%s has schema %s, this program reads %s. Use the program that wrote it."
                    .formatted(run.summary(), summary.schemaVersion(), Summary.SCHEMA_VERSION));
        }
        return summary;
    }

    private static boolean isOfSimulations(RunFolder run) {
        return Json.read(run.plan(), Plan.class)
                .filter(plan -> !plan.simulations().isEmpty())
                .isPresent();
    }

    /** Renders the report of a run of create, read, update and delete, in Markdown. */
    public static String markdown(Summary summary) {
        return markdown(summary, List.of());
    }

    private static String markdown(Summary summary, List<Simulated> simulated) {
        List<Section> sections = new ArrayList<>();
        if (!problems(summary).lines().isEmpty()) {
            sections.add(new Section("", problems(summary)));
        }
        sections.addAll(sections(summary, simulated));
        return Markdown.of(sections);
    }

    /** Renders what a terminal shows of a run, in columns: the tables, the verdicts, the problems and the warnings. */
    public static String text(RunFolder run, Summary summary) {
        List<Simulated> simulated =
                Json.read(run.simulations(), Simulated[].class).map(List::of).orElse(List.of());
        List<Section> sections = new ArrayList<>(figures(summary, simulated));
        sections.add(new Section("", problems(summary)));
        sections.addAll(notes(summary));
        return Terminal.of(sections);
    }

    /**
     * Renders what a terminal shows of an unfinished run: the table, the verdicts and what disturbs the measurement,
     * from the raw files of its first rounds. It writes nothing.
     *
     * @param soFar the plan, limited to the starts that are complete
     */
    public static String provisional(RunFolder run, Plan soFar) {
        Summary summary = Summarizer.summarize(run, soFar).summary();
        List<Section> sections = new ArrayList<>(figures(summary, List.of()));
        sections.add(new Section("", new Block.Problems(failed(summary).toList())));
        List<Warning> disturbances =
                summary.warnings().stream().filter(Warning::disturbance).toList();
        if (!disturbances.isEmpty()) {
            sections.add(new Section(
                    "What disturbs this run; you may stop it with Ctrl-C",
                    new Block.Warnings(Warning.grouped(disturbances))));
        }
        return Terminal.of(sections);
    }

    /** Renders everything below the headline and the charts of a report. */
    static List<Section> sections(Summary summary, List<Simulated> simulated) {
        List<Section> sections = new ArrayList<>(figures(summary, simulated));
        Packagings.section(summary).ifPresent(sections::add);
        JvmCounters.section(summary).ifPresent(sections::add);
        sections.addAll(Sources.beside(summary));
        // A preset of all sources also shows those that no simulation repeats.
        if (summary.reference() == null && !summary.preset().equals(Plan.SIMULATIONS)) {
            sections.addAll(Sources.elsewhere());
        }
        sections.addAll(notes(summary));
        return sections;
    }

    private static List<Section> figures(Summary summary, List<Simulated> simulated) {
        List<Section> sections = new ArrayList<>(Sources.simulated(summary, simulated));
        if (sections.isEmpty()) {
            sections.add(new Section("All figures", Table.of(summary)));
        }
        Verdicts.section(summary).ifPresent(sections::add);
        return sections;
    }

    private static List<Section> notes(Summary summary) {
        return List.of(
                new Section(
                        "What to know before quoting this", new Block.Warnings(Warning.grouped(summary.warnings()))),
                new Section("Where and how it ran", new Block.Items(summary.conditions())));
    }

    /** Lists why cells must not be trusted, and which figures are missing. */
    static Block.Problems problems(Summary summary) {
        return new Block.Problems(Stream.concat(
                        failed(summary), summary.missing().stream().map(line -> Table.EMPTY + " " + line))
                .toList());
    }

    private static Stream<String> failed(Summary summary) {
        return summary.failures().stream().map(why -> "FAILED: " + why);
    }
}
