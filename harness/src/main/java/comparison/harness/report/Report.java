package comparison.harness.report;

import comparison.harness.Fault;
import comparison.harness.plan.Plan;
import comparison.harness.raw.Disk;
import comparison.harness.raw.Json;
import comparison.harness.raw.RunFolder;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Writes what people and programs read of a run: {@code summary.json}, {@code report.md}, {@code report.html}. */
public final class Report {

    private Report() {}

    /**
     * Computes everything anew from the raw files and writes it.
     *
     * @throws Fault of kind BAD_INPUT if there are none, but a report of them, as in a published run: it stays as it is
     */
    public static Summary write(RunFolder run) {
        if (!Files.isDirectory(run.path().resolve("runs")) && Files.exists(run.summary())) {
            throw Fault.badInput("%s has no raw files any more, so its report stays as it is: %s."
                    .formatted(run.path(), run.path().resolve("report.md")));
        }
        if (SimulationReport.isOf(run)) {
            return SimulationReport.write(run);
        }
        Summarizer.Results results = Summarizer.summarize(run);
        Summary summary = results.summary();
        Json.write(run.summary(), summary);
        Disk.write(run.path().resolve("report.md"), markdown(summary));
        Disk.write(run.path().resolve("figures.csv"), FiguresCsv.of(summary));
        Disk.write(run.path().resolve("report.html"), Page.of(results));
        return summary;
    }

    /**
     * Returns the figures of a run: from its raw files, or, where they are not there (a published run), from its summary.
     *
     * @throws Fault of kind BAD_INPUT if there is neither
     */
    public static Summary read(RunFolder run) {
        if (SimulationReport.isOf(run)) {
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
     * Returns the figures of a run as they were last written.
     *
     * @throws Fault if there are none, they are damaged, or of a newer program
     */
    public static Summary summary(RunFolder run) {
        Summary summary = Json.read(run.summary(), Summary.class)
                .orElseThrow(() ->
                        Fault.badInput("%s is not the folder of a run: it has neither raw files nor a summary.json."
                                .formatted(run.path())));
        if (summary.schemaVersion() > Summary.SCHEMA_VERSION) {
            throw Fault.badInput("%s has schema %s, this program knows up to %s. Use a newer one."
                    .formatted(run.summary(), summary.schemaVersion(), Summary.SCHEMA_VERSION));
        }
        return summary;
    }

    /** Returns the table with the verdicts, the packagings, the counters of the JVM, the notes and what was published, in Markdown. */
    public static String markdown(Summary summary) {
        String notes =
                Table.notes(summary).stream().map(note -> "- " + note + "\n").collect(Collectors.joining());
        return Stream.of(
                        table(summary),
                        Verdicts.markdown(summary),
                        Packagings.markdown(summary),
                        JvmCounters.markdown(summary),
                        notes,
                        Sources.markdown(summary))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    /** Returns the table alone, in Markdown. */
    public static String table(Summary summary) {
        List<String> lines = new ArrayList<>();
        lines.add(line(Table.headings()));
        lines.add(line(IntStream.range(0, Table.headings().size())
                .mapToObj(column -> column < Table.WORDS ? "---" : "---:")
                .toList()));
        Table.rows(summary).forEach(row -> lines.add(line(row)));
        return String.join("\n", lines) + "\n";
    }

    private static String line(List<String> fields) {
        return fields.stream().map(Markup::cell).collect(Collectors.joining(" | ", "| ", " |"));
    }

    /** Returns what a terminal shows of a run: the table with its notes. */
    public static String text(RunFolder run, Summary summary) {
        return SimulationReport.isOf(run) ? SimulationReport.markdown(run, summary) : text(summary);
    }

    /** Returns the table with its notes, in columns for a terminal. */
    public static String text(Summary summary) {
        return figures(summary) + "\n" + String.join("\n", Table.notes(summary)) + "\n";
    }

    /**
     * Returns what a terminal shows of a run that goes on: the table and the verdicts, from the raw files of its first rounds. Writes nothing.
     *
     * @param soFar the plan with as many starts as are there
     */
    public static String provisional(RunFolder run, Plan soFar) {
        Summary summary = Summarizer.summarize(run, soFar).summary();
        return figures(summary)
                + summary.failures().stream().map(Table::failed).collect(Collectors.joining("\n", "\n", "\n"));
    }

    private static String figures(Summary summary) {
        List<List<String>> rows = new ArrayList<>(List.of(Table.headings()));
        rows.addAll(Table.rows(summary));
        List<Integer> widths = IntStream.range(0, Table.headings().size())
                .mapToObj(column -> Collections.max(
                        rows.stream().map(row -> row.get(column).length()).toList()))
                .toList();
        String table = rows.stream().map(row -> aligned(row, widths)).collect(Collectors.joining("\n"));
        return table + "\n\n" + Verdicts.markdown(summary);
    }

    private static String aligned(List<String> row, List<Integer> widths) {
        return IntStream.range(0, row.size())
                .mapToObj(column -> padded(row.get(column), widths.get(column), column < Table.WORDS))
                .collect(Collectors.joining("  "))
                .stripTrailing();
    }

    private static String padded(String field, int width, boolean left) {
        String padding = " ".repeat(width - field.length());
        return left ? field + padding : padding + field;
    }
}
