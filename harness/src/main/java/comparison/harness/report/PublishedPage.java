package comparison.harness.report;

import comparison.harness.record.Disk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;

/**
 * Publishes a run's {@code report.html}: published reports share one copy of the chart library, next to the folders of
 * the runs.
 */
public final class PublishedPage {

    private static final String LIBRARY = "echarts-%s.min.js".formatted(Page.ECHARTS_VERSION);
    private static final String EMBEDDED_POLICY = "script-src 'unsafe-inline';";
    // A page that is opened from disk has no origin, so 'self' alone would block the library there.
    private static final String SHARED_POLICY = "script-src 'self' file: 'unsafe-inline';";
    private static final String EMBEDDED_FOOTER = "embedded; the page loads nothing";
    private static final String SHARED_FOOTER = "in ../" + LIBRARY + "; the page loads nothing else";

    private static final String NOTICE = "**This run falls short of the standards of `./bench publish`**: ";

    private PublishedPage() {}

    /** Says what a run misses, as a paragraph of a page in Markdown; empty if it misses nothing. */
    public static String notice(List<String> missed) {
        return missed.isEmpty() ? "" : NOTICE + Markdown.line(String.join("; ", missed)) + ".\n\n";
    }

    /** Tells whether the report of a published run begins with such a notice. */
    static boolean missesStandards(Path folder) {
        try {
            return Files.readString(folder.resolve("report.md")).startsWith(NOTICE);
        } catch (IOException e) {
            return false; // there is no report
        }
    }

    /**
     * Writes a page without the library, and the library next to the page's folder.
     *
     * @param source a page that contains the library; a page without it is copied without it
     * @param target a file in a folder of {@code results/published}
     * @param missed what the run misses of the standards, which the page then says below its title
     */
    public static void write(Path source, Path target, List<String> missed) {
        String library = Page.resource(Page.ECHARTS);
        Disk.attempt("write " + target, () -> {
            String page = Files.readString(source);
            String shared =
                    page.replace("<script>" + library + "</script>", "<script src=\"../" + LIBRARY + "\"></script>");
            if (!shared.equals(page)) {
                Files.writeString(target.resolveSibling("..").resolve(LIBRARY).normalize(), library);
                shared = shared.replace(EMBEDDED_POLICY, SHARED_POLICY).replace(EMBEDDED_FOOTER, SHARED_FOOTER);
            }
            Files.writeString(
                    target,
                    missed.isEmpty()
                            ? shared
                            : shared.replaceFirst("</h1>", Matcher.quoteReplacement("""
                            </h1>
                            <p class="sure"><strong>This run falls short of the standards of ./bench publish</strong>: %s.</p>
                            """.formatted(
                                            Html.escaped(String.join("; ", missed))))));
        });
    }
}
