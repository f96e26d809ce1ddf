package comparison.harness.report;

import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Renders sections as plain text with aligned columns. */
final class Terminal {

    private Terminal() {}

    static String of(List<Section> sections) {
        return sections.stream()
                .flatMap(section -> Stream.concat(
                        section.title().isEmpty() ? Stream.empty() : Stream.of(section.title() + "\n"),
                        section.blocks().stream().map(Terminal::of)))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    private static String of(Block block) {
        return switch (block) {
            case Block.Table table -> table(table);
            case Block.Folded _ -> "";
            case Block.Items(List<String> lines) -> lines(lines.stream());
            case Block.Problems(List<String> lines) -> lines(lines.stream());
            case Block.Warnings(List<Warning> warnings) ->
                lines(warnings.stream().map(warning -> "warning: " + warning.line()));
            case Block.Text(String text) -> text + "\n";
            case Block.Code _, Block.Link _ -> Markdown.of(block);
        };
    }

    private static String lines(Stream<String> lines) {
        return lines.map(line -> line + "\n").collect(Collectors.joining());
    }

    private static String table(Block.Table table) {
        List<List<String>> rows = Stream.concat(Stream.of(table.headings()), table.rows().stream())
                .toList();
        List<Integer> widths = IntStream.range(0, table.headings().size())
                .mapToObj(column -> Collections.max(
                        rows.stream().map(row -> row.get(column).length()).toList()))
                .toList();
        return lines(rows.stream().map(row -> aligned(row, widths, table.words())));
    }

    private static String aligned(List<String> row, List<Integer> widths, int words) {
        return IntStream.range(0, row.size())
                .mapToObj(column -> padded(row.get(column), widths.get(column), column < words))
                .collect(Collectors.joining("  "))
                .stripTrailing();
    }

    private static String padded(String field, int width, boolean left) {
        String padding = " ".repeat(width - field.length());
        return left ? field + padding : padding + field;
    }
}
