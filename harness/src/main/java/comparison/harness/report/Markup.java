package comparison.harness.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Pieces of HTML and Markdown. */
public final class Markup {

    /** Problems that are seen without a click: a figure shall be in sight too. */
    private static final int SHOWN = 4;

    private Markup() {}

    /** Returns a text as HTML, also within quotation marks. */
    public static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** Returns a cell of a Markdown table: a bar would end it, and what looks like HTML would be taken for it. */
    static String cell(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;");
    }

    /** Returns a table in Markdown. */
    public static String markdown(List<String> headings, List<List<String>> rows) {
        List<String> rule = headings.stream().map(_ -> "---").toList();
        return Stream.concat(Stream.of(headings, rule), rows.stream())
                .map(row -> row.stream().map(Markup::cell).collect(Collectors.joining(" | ", "| ", " |\n")))
                .collect(Collectors.joining());
    }

    /** Returns a whole page in the style of the report, which needs nothing from anywhere else. */
    public static String page(String title, String body) {
        return """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                <title>%1$s</title>
                <style>
                %2$s
                </style>
                </head>
                <body>
                <main>
                <h1>%1$s</h1>
                %3$s</main>
                </body>
                </html>
                """.formatted(escaped(title), Page.resource("page.css").strip(), body);
    }

    /** Returns a table in HTML; {@code kind} is its class in the style sheet. */
    public static String table(List<String> headings, List<List<String>> rows, String kind) {
        return "<table class=\"%s\">\n<thead>\n%s\n</thead>\n<tbody>\n%s\n</tbody>\n</table>"
                .formatted(
                        kind,
                        row(headings, "th"),
                        rows.stream().map(row -> row(row, "td")).collect(Collectors.joining("\n")));
    }

    /**
     * Returns a section of a page that is one table, which scrolls by itself where it is wider than the page.
     *
     * @param id of its heading
     * @param lead what the table says, in HTML
     */
    static String section(String id, String title, String lead, String table) {
        return """
                <section aria-labelledby="%1$s">
                <h2 id="%1$s">%2$s</h2>
                <p class="lead">%3$s</p>
                <div class="scroll" tabindex="0" role="region" aria-labelledby="%1$s">%4$s</div>
                </section>""".formatted(id, title, lead, table);
    }

    private static String row(List<String> fields, String element) {
        return fields.stream()
                .map(field -> "<%1$s>%2$s</%1$s>".formatted(element, escaped(field)))
                .collect(Collectors.joining("", "<tr>", "</tr>"));
    }

    static String items(List<String> lines) {
        return lines.stream().map(line -> "<li>" + escaped(line) + "</li>").collect(Collectors.joining("\n"));
    }

    /** Failures and gaps, at the top of the page: nobody shall read figures without them. */
    static String problems(Summary summary) {
        List<String> lines = Stream.concat(
                        summary.failures().stream().map(line -> "FAILED: " + line),
                        summary.missing().stream().map(line -> Table.EMPTY + " " + line))
                .toList();
        return lines.isEmpty()
                ? ""
                : "<div class=\"problem\" role=\"alert\"><strong>Not all of this can be trusted.</strong><ul>%s</ul>%s</div>"
                        .formatted(items(lines.stream().limit(SHOWN).toList()), more(lines));
    }

    private static String more(List<String> lines) {
        return lines.size() <= SHOWN
                ? ""
                : "<details><summary>and %s more</summary><ul>%s</ul></details>"
                        .formatted(
                                lines.size() - SHOWN,
                                items(lines.stream().skip(SHOWN).toList()));
    }

    static String warnings(Summary summary) {
        return summary.warnings().isEmpty()
                ? "<p>No warnings.</p>"
                : summary.warnings().stream()
                        .map(w -> "<li><b>%s</b>: %s. <span class=\"cure\">%s.</span></li>"
                                .formatted(escaped(w.about()), escaped(w.text()), escaped(sentence(w.cure()))))
                        .collect(Collectors.joining("\n", "<ul class=\"warnings\">\n", "\n</ul>"));
    }

    private static String sentence(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    static String verdicts(Summary summary) {
        if (summary.comparisons().isEmpty()) {
            return "";
        }
        String needed = summary.comparisons().stream()
                .filter(c -> c.startsToSee5Percent() != null)
                .map(c -> c.startsToSee5Percent())
                .max(Integer::compare)
                .map(n ->
                        " With the noise of this run, %s starts show a true difference of 5 %% in every one of these metrics in 4 of 5 runs."
                                .formatted(n))
                .orElse("");
        return section(
                "h-verdicts",
                "Verdicts",
                "Quotient to the reference with its 95 % interval, round by round (Student's t on logarithms); the words are corrected for their number within a metric (Holm)."
                        + needed,
                table(Verdicts.headings(summary), Verdicts.rows(summary), "verdicts"));
    }
}
