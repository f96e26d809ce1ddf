package comparison.lab.profile;

import comparison.harness.raw.Disk;
import comparison.harness.report.Warning;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The findings as text: {@code profile.md}, and the same as a page that links the flame graphs, {@code profile.html}. */
public final class ProfileReport {

    private static final String STYLE = """
            body{font:15px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;color:#1c2733}
            table{border-collapse:collapse;font-size:13px;margin:.5rem 0 1rem}td,th{border-bottom:1px solid #d5dbe1;padding:.2rem .8rem .2rem 0;text-align:left;overflow-wrap:anywhere}
            .advice{color:#0b5d3b}.warning{background:#fff4d6;padding:.4rem .8rem}""";

    private final List<String> markdown = new ArrayList<>();
    private final List<String> html = new ArrayList<>();

    private ProfileReport() {}

    /**
     * Writes both.
     *
     * @param profiles in the order in which they ran
     * @param differences between them, or to an earlier run
     */
    public static String write(Path folder, List<Profile> profiles, List<Baseline.Difference> differences) {
        ProfileReport report = new ProfileReport();
        report.heading(1, "Profile");
        report.text(
                "Where processor time, memory and waiting went under the article's load. A profiled server is slower than"
                        + " one that is left alone: take figures of a comparison from ./bench run.");
        report.differences(differences);
        profiles.forEach(profile -> report.profile(profile));
        String text = String.join("\n", report.markdown) + "\n";
        Disk.attempt("write the report to " + folder, () -> {
            Files.writeString(folder.resolve("profile.md"), text);
            Files.writeString(folder.resolve("profile.html"), page(report.html));
        });
        return text;
    }

    private void differences(List<Baseline.Difference> differences) {
        if (!differences.isEmpty()) {
            heading(2, "Differences");
            files(differences.stream()
                    .map(difference -> new File(
                            difference.graph(),
                            "differential flame graph, as wide as now: yellow is only here, red is dearer, blue is cheaper",
                            "follow yellow and red frames upwards to the innermost one"))
                    .toList());
            differences.forEach(difference -> section(difference.section()));
        }
    }

    private static String page(List<String> body) {
        return """
                <!DOCTYPE html>
                <html lang="en"><head><meta charset="utf-8"><title>Profile</title><style>%s</style></head>
                <body>
                %s
                </body></html>
                """.formatted(STYLE, String.join("\n", body));
    }

    private record File(String name, String meaning, String advice) {}

    private void profile(Profile profile) {
        heading(2, profile.variant());
        Double micros = profile.serverCpuMicros();
        text("%d requests in %.1f s, %d errors%s."
                .formatted(
                        profile.requests(),
                        profile.seconds(),
                        profile.errors(),
                        micros == null
                                ? ""
                                : "; %.0f us of processor time per request, profilers included".formatted(micros)));
        profile.warnings().forEach(this::warning);
        List<File> files = new ArrayList<>();
        for (Event event : profile.events()) {
            String base = profile.variant() + "/" + event.id();
            files.add(new File(base + ".html", "flame graph of " + event.meaning(), event.advice()));
        }
        files.add(new File(
                profile.variant() + "/profile.json", "these findings for programs", "compare them between builds"));
        files.add(new File(
                profile.variant() + "/*.jfr",
                "raw recordings of async-profiler (profile) and of the JVM (jvm); not published",
                "open them in JDK Mission Control for questions that this page does not answer"));
        files(files);
        profile.sections().forEach(this::section);
    }

    private void section(Section section) {
        heading(3, section.title());
        text(section.seen());
        markdown.addAll(List.of("**What to do:** " + section.advice(), ""));
        html.add("<p class=\"advice\"><b>What to do:</b> " + escaped(section.advice()) + "</p>");
        table(section.headings(), section.rows());
    }

    private void files(List<File> files) {
        List<String> headings = List.of("file", "what it is", "what to do with it");
        List<List<String>> rows = files.stream()
                .map(file -> List.of(file.name, file.meaning, file.advice))
                .toList();
        markdownTable(
                headings, rows.stream().map(row -> linked(row, "[%1$s](%1$s)")).toList());
        htmlTable(
                headings,
                rows.stream()
                        .map(row -> row.stream().map(ProfileReport::escaped).toList())
                        .map(row -> linked(row, "<a href=\"%1$s\">%1$s</a>"))
                        .toList());
    }

    private static List<String> linked(List<String> row, String link) {
        String name = row.getFirst();
        return List.of(name.contains("*") ? name : link.formatted(name), row.get(1), row.get(2));
    }

    private void table(List<String> headings, List<List<String>> rows) {
        if (!rows.isEmpty()) {
            markdownTable(
                    headings,
                    rows.stream()
                            .map(row -> row.stream().map(ProfileReport::cell).toList())
                            .toList());
            htmlTable(
                    headings,
                    rows.stream()
                            .map(row -> row.stream().map(ProfileReport::escaped).toList())
                            .toList());
        }
    }

    private void markdownTable(List<String> headings, List<List<String>> rows) {
        markdown.add(line(headings));
        markdown.add(line(headings.stream().map(_ -> "---").toList()));
        rows.forEach(row -> markdown.add(line(row)));
        markdown.add("");
    }

    private static String line(List<String> cells) {
        return cells.stream().collect(Collectors.joining(" | ", "| ", " |"));
    }

    private void htmlTable(List<String> headings, List<List<String>> rows) {
        html.add("<table><tr>" + cells(headings, "th") + "</tr>");
        rows.forEach(row -> html.add("<tr>" + cells(row, "td") + "</tr>"));
        html.add("</table>");
    }

    private static String cells(List<String> cells, String element) {
        return IntStream.range(0, cells.size())
                .mapToObj(i -> "<%1$s>%2$s</%1$s>".formatted(element, cells.get(i)))
                .collect(Collectors.joining());
    }

    private void heading(int level, String text) {
        markdown.addAll(List.of("#".repeat(level) + " " + text, ""));
        html.add("<h%1$d>%2$s</h%1$d>".formatted(level, escaped(text)));
    }

    private void text(String text) {
        markdown.addAll(List.of(text, ""));
        html.add("<p>" + escaped(text) + "</p>");
    }

    private void warning(Warning warning) {
        markdown.addAll(List.of("**Warning.** " + warning.line(), ""));
        html.add("<p class=\"warning\"><b>Warning.</b> " + escaped(warning.line()) + "</p>");
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
