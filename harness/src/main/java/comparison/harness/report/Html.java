package comparison.harness.report;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Renders sections as HTML. */
public final class Html {

    /** Number of problems that are shown unfolded, so that the first figures stay in sight. */
    private static final int SHOWN = 4;

    private Html() {}

    /** Renders a complete page in the style of the report. It loads no other file. */
    public static String page(String title, List<Section> sections) {
        return Page.fill("study.html", Map.of("title", title, "sections", of(sections)));
    }

    /** Escapes a text for HTML content and attribute values in double quotes. */
    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    static String of(List<Section> sections) {
        return sections.stream().map(Html::of).collect(Collectors.joining("\n"));
    }

    private static String of(Section section) {
        String blocks = section.blocks().stream()
                .map(block -> of(block, section.title()))
                .collect(Collectors.joining("\n"));
        return section.title().isEmpty()
                ? blocks
                : """
                <section aria-labelledby="%1$s">
                <h%2$s id="%1$s">%3$s</h%2$s>
                %4$s
                </section>""".formatted(section.id(), section.level(), escaped(section.title()), blocks);
    }

    /** Renders one block; {@code name} is the label of a table for screen readers. */
    static String of(Block block, String name) {
        return switch (block) {
            case Block.Text(String text) -> "<p class=\"lead\">" + escaped(text) + "</p>";
            case Block.Items(List<String> lines) -> items("notes", lines);
            case Block.Code(List<String> lines) ->
                "<pre class=\"scroll\" tabindex=\"0\"><code>" + escaped(String.join("\n", lines)) + "</code></pre>";
            case Block.Table table -> table(table, name);
            case Block.Folded(String title, Block.Table table) ->
                "<details><summary>%s</summary>%s</details>".formatted(escaped(title), table(table, title));
            case Block.Link(String file, String meaning) ->
                "<p><a href=\"%1$s\">%1$s</a>: %2$s</p>".formatted(escaped(file), escaped(meaning));
            case Block.Problems(List<String> lines) -> problems(lines);
            case Block.Warnings(List<Warning> warnings) -> warnings(warnings);
        };
    }

    /** A table that is wider than the page scrolls on its own. */
    private static String table(Block.Table table, String name) {
        return """
                <div class="scroll" tabindex="0" role="region" aria-label="%s"><table class="words-%s">
                <thead>
                %s
                </thead>
                <tbody>
                %s
                </tbody>
                </table></div>""".formatted(
                        escaped(name),
                        table.words(),
                        row(table.headings(), "th"),
                        table.rows().stream().map(row -> row(row, "td")).collect(Collectors.joining("\n")));
    }

    private static String row(List<String> fields, String element) {
        return fields.stream()
                .map(field -> "<%1$s>%2$s</%1$s>".formatted(element, escaped(field)))
                .collect(Collectors.joining("", "<tr>", "</tr>"));
    }

    private static String items(String kind, List<String> lines) {
        return lines.stream()
                .map(line -> "<li>" + escaped(line) + "</li>")
                .collect(Collectors.joining("\n", "<ul class=\"" + kind + "\">\n", "\n</ul>"));
    }

    private static String problems(List<String> lines) {
        String more = lines.size() <= SHOWN
                ? ""
                : "<details><summary>and %s more</summary>%s</details>"
                        .formatted(lines.size() - SHOWN, items("notes", lines.subList(SHOWN, lines.size())));
        return lines.isEmpty()
                ? ""
                : "<div class=\"problem\" role=\"alert\"><strong>Not all of this can be trusted.</strong>%s%s</div>"
                        .formatted(items("notes", lines.stream().limit(SHOWN).toList()), more);
    }

    private static String warnings(List<Warning> warnings) {
        return warnings.isEmpty()
                ? "<p>No warnings.</p>"
                : warnings.stream()
                        .map(w -> "<li><b>%s</b>: %s. <span class=\"cure\">%s.</span></li>"
                                .formatted(escaped(w.about()), escaped(w.text()), escaped(w.advice())))
                        .collect(Collectors.joining("\n", "<ul class=\"warnings\">\n", "\n</ul>"));
    }
}
