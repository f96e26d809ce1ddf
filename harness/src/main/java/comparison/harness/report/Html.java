package comparison.harness.report;

import java.util.List;
import java.util.stream.Collectors;

/** One page that needs nothing from anywhere else. */
final class Html {

    private Html() {}

    static String page(Summary summary) {
        String title =
                escaped("%s, preset %s, runtime %s".formatted(summary.run(), summary.preset(), summary.runtime()));
        String rows = Table.rows(summary).stream().map(row -> row(row, "td")).collect(Collectors.joining("\n"));
        String notes = Table.notes(summary).stream()
                .map(note -> "<li>" + escaped(note) + "</li>")
                .collect(Collectors.joining("\n"));
        return """
            <!DOCTYPE html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>%1$s</title>
            <style>
            body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; color: #222; background: #fff }
            div { overflow-x: auto }
            table { border-collapse: collapse; font-variant-numeric: tabular-nums }
            th, td { padding: .3rem .7rem; border-bottom: 1px solid #ddd; text-align: right; white-space: nowrap }
            th { vertical-align: bottom; white-space: normal }
            th:nth-child(-n+%2$d), td:nth-child(-n+%2$d) { text-align: left }
            </style>
            <h1>%1$s</h1>
            <div>
            <table>
            <thead>
            %3$s
            </thead>
            <tbody>
            %4$s
            </tbody>
            </table>
            </div>
            <ul>
            %5$s
            </ul>
            </html>
            """.formatted(title, Table.WORDS, row(Table.headings(), "th"), rows, notes);
    }

    private static String row(List<String> fields, String element) {
        return fields.stream()
                .map(field -> "<%1$s>%2$s</%1$s>".formatted(element, escaped(field)))
                .collect(Collectors.joining("", "<tr>", "</tr>"));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
