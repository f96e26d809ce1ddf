package comparison.harness.report;

import comparison.harness.raw.Disk;
import comparison.harness.raw.Json;
import comparison.harness.raw.RunFolder;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes what people and programs read of a run: {@code summary.json}, {@code report.md}, {@code report.html}. */
public final class Report {

    private Report() {}

    /** Computes everything anew from the raw files and writes it. */
    public static Summary write(RunFolder run) {
        Summary summary = Summarizer.summarize(run);
        Json.write(run.summary(), summary);
        Disk.attempt("write the report in " + run.path(), () -> {
            Files.writeString(run.path().resolve("report.md"), markdown(summary));
            Files.writeString(run.path().resolve("report.html"), Html.page(summary));
        });
        return summary;
    }

    /** Returns the table with its notes, in Markdown. */
    public static String markdown(Summary summary) {
        String notes =
                Table.notes(summary).stream().map(note -> "- " + note + "\n").collect(Collectors.joining());
        return table(summary) + "\n" + notes;
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
        return fields.stream().collect(Collectors.joining(" | ", "| ", " |"));
    }

    /** Returns the table with its notes, in columns for a terminal. */
    public static String text(Summary summary) {
        List<List<String>> rows = new ArrayList<>(List.of(Table.headings()));
        rows.addAll(Table.rows(summary));
        List<Integer> widths = IntStream.range(0, Table.headings().size())
                .mapToObj(column -> Collections.max(
                        rows.stream().map(row -> row.get(column).length()).toList()))
                .toList();
        String table = rows.stream().map(row -> aligned(row, widths)).collect(Collectors.joining("\n"));
        return table + "\n\n" + String.join("\n", Table.notes(summary)) + "\n";
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
