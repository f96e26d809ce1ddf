package comparison.harness.report;

import comparison.harness.Fault;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Renders sections as Markdown. Texts may come from files of others: none of them can end its cell, its line of a list
 * or its paragraph, or become HTML. Backticks stay, because some texts use them; a stray one changes only the typeface.
 */
public final class Markdown {

    private Markdown() {}

    /** Renders the sections, one below the other. */
    public static String of(List<Section> sections) {
        return sections.stream().map(Markdown::of).collect(Collectors.joining("\n"));
    }

    private static String of(Section section) {
        String heading =
                section.title().isEmpty() ? "" : "#".repeat(section.level()) + " " + line(section.title()) + "\n\n";
        return section.blocks().stream()
                .map(Markdown::of)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("\n", heading, ""));
    }

    /**
     * Replaces what stands between two lines of a page. Tables of published runs are never typed by hand.
     *
     * @param page for the message
     * @param begin the line before it, which stays
     * @param end the line after it, which stays
     * @throws Fault of kind BAD_INPUT if the text does not have both lines
     */
    public static String between(Path page, String text, String begin, String end, String replacement) {
        int from = text.indexOf(begin);
        int to = text.indexOf(end);
        if (from < 0 || to < from) {
            throw Fault.badInput(
                    "%s has no lines '%s' and '%s' to put the table between. Add them.".formatted(page, begin, end));
        }
        return text.substring(0, from) + begin + "\n" + replacement + text.substring(to);
    }

    static String of(Block block) {
        return switch (block) {
            case Block.Text(String text) -> line(text) + "\n";
            case Block.Items(List<String> lines) -> items(lines.stream());
            case Block.Code(List<String> lines) -> "```\n" + String.join("\n", lines) + "\n```\n";
            case Block.Table table -> table(table);
            case Block.Folded(String title, Block.Table table) -> line(title) + ":\n\n" + table(table);
            case Block.Link(String file, String meaning) ->
                "- [%1$s](%1$s): %2$s\n".formatted(line(file), line(meaning));
            case Block.Problems(List<String> lines) -> items(lines.stream());
            case Block.Warnings(List<Warning> warnings) ->
                warnings.isEmpty()
                        ? "No warnings.\n"
                        : items(warnings.stream().map(warning -> "warning: " + warning.line()));
        };
    }

    private static String items(Stream<String> lines) {
        return lines.map(text -> "- " + line(text) + "\n").collect(Collectors.joining());
    }

    private static String table(Block.Table table) {
        Stream<String> rule =
                IntStream.range(0, table.headings().size()).mapToObj(column -> column < table.words() ? "---" : "---:");
        return Stream.concat(
                        Stream.of(row(table.headings().stream()), row(rule)),
                        table.rows().stream().map(row -> row(row.stream())))
                .collect(Collectors.joining());
    }

    private static String row(Stream<String> cells) {
        return cells.map(cell -> line(cell).replace("|", "\\|")).collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    /** Renders a text on one line, without HTML. */
    public static String line(String text) {
        return text.replaceAll("\\R", " ").replace("<", "&lt;");
    }
}
