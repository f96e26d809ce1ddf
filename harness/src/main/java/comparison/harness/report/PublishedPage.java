package comparison.harness.report;

import comparison.harness.record.Disk;
import java.nio.file.Files;
import java.nio.file.Path;

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

    private PublishedPage() {}

    /**
     * Writes a page without the library, and the library next to the page's folder.
     *
     * @param source a page that contains the library; a page without it is copied unchanged
     * @param target a file in a folder of {@code results/published}
     */
    public static void write(Path source, Path target) {
        String library = Page.resource(Page.ECHARTS);
        Disk.attempt("write " + target, () -> {
            String page = Files.readString(source);
            String shared =
                    page.replace("<script>" + library + "</script>", "<script src=\"../" + LIBRARY + "\"></script>");
            if (!shared.equals(page)) {
                Files.writeString(target.resolveSibling("..").resolve(LIBRARY).normalize(), library);
                shared = shared.replace(EMBEDDED_POLICY, SHARED_POLICY).replace(EMBEDDED_FOOTER, SHARED_FOOTER);
            }
            Files.writeString(target, shared);
        });
    }
}
