package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.contract.SkippableTest;
import comparison.harness.record.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** {@code report.html} in headless Chromium, opened from disk, at the width of a phone and of a desk, light and dark. */
@TestInstance(Lifecycle.PER_CLASS)
@Tag("slow")
@SkippableTest
class ReportPageTest {

    /**
     * Shows the page in frames of exact widths, since a window can't be as narrow as a phone, uses every control in each, and
     * writes down what it saw.
     */
    private static final String FRAMES = """
            <!DOCTYPE html><title>frames</title><pre id="seen"></pre><script>
            const seen = [];
            const show = (width, theme) => new Promise(done => {
              const frame = document.createElement('iframe');
              frame.width = width; frame.height = 900; frame.src = `report.html?theme=${theme}`;
              frame.onload = () => {
                const page = frame.contentDocument, root = page.documentElement;
                page.querySelectorAll('select').forEach(select => [...select.options].forEach(option => {
                  select.value = option.value; select.dispatchEvent(new Event('change'));
                }));
                page.querySelectorAll('button').forEach(button => button.click());
                // Once more: clicked with all the others, it went to the other theme.
                page.getElementById('theme').click();
                seen.push(`${width} ${theme}: charts ${root.dataset.drawn}, drawn ${page.querySelectorAll('.chart svg').length}, `
                  + `too wide by ${root.scrollWidth - root.clientWidth}, tables ${page.querySelectorAll('figcaption table').length}, `
                  + `background ${getComputedStyle(page.body).backgroundColor}`);
                done();
              };
              document.body.append(frame);
            });
            (async () => {
              for (const width of [390, 1280]) { for (const theme of ['light', 'dark']) { await show(width, theme); } }
              document.getElementById('seen').textContent = seen.join('\\n');
            })();
            </script>
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before all tests
    private static Path folder;

    @BeforeAll
    static void the_report_of_a_run() throws IOException {
        RunFolder run = SampleRun.write(
                folder.resolve("run"),
                List.of(
                        SampleRun.Behaviour.of("servlet-platform", 10, 250, 3, 200),
                        SampleRun.Behaviour.of("sprout-nio-virtual", 5, 140, 0.5, 80),
                        new SampleRun.Behaviour("webflux-platform", 12, 330, 4, 210, 0, true)),
                6,
                4,
                50,
                11);
        Report.write(run);
        Files.writeString(run.path().resolve("frames.html"), FRAMES);
    }

    @Test
    void draws_every_chart_without_a_complaint_and_never_wider_than_a_phone() throws Exception {
        Chromium.Seen seen =
                Chromium.open(folder, folder.resolve("run/frames.html"), "--dump-dom", "--virtual-time-budget=20000");

        assertThat(seen.output()
                        .replaceAll("(?s).*<pre id=\"seen\">|</pre>.*", "")
                        .lines())
                .containsExactly(
                        "390 light: charts 6, drawn 6, too wide by 0, tables 6, background rgb(251, 251, 249)",
                        "390 dark: charts 6, drawn 6, too wide by 0, tables 6, background rgb(20, 23, 26)",
                        "1280 light: charts 6, drawn 6, too wide by 0, tables 6, background rgb(251, 251, 249)",
                        "1280 dark: charts 6, drawn 6, too wide by 0, tables 6, background rgb(20, 23, 26)");
        assertThat(seen.complaints()).isEmpty();
    }

    @Test
    void says_first_who_is_ahead_by_how_much_and_how_sure_that_is() throws Exception {
        Chromium.Seen seen =
                Chromium.open(folder, folder.resolve("run/report.html"), "--dump-dom", "--virtual-time-budget=20000");

        String top = seen.output()
                .substring(seen.output().indexOf("<h1>"), seen.output().indexOf("<h2"));
        assertThat(top.replaceAll("<[^>]*>", ""))
                .containsPattern(
                        "Sprout \\(sprout-nio-virtual\\) needs \\d\\d % less CPU time per request than Servlet \\(servlet-platform\\)")
                .containsPattern(
                        "CPU per 1000 requests, warm, over 6 fresh starts of each: × .* \\(95 % interval\\); server and database together × \\d")
                .contains("Not all of this can be trusted.", "webflux-platform");
        assertThat(seen.complaints()).isEmpty();
    }

    @Test
    void is_printed_on_a_few_pages() throws Exception {
        Path printed = folder.resolve("report.pdf");

        Chromium.Seen seen = Chromium.open(
                folder,
                folder.resolve("run/report.html"),
                "--virtual-time-budget=20000",
                "--no-pdf-header-footer",
                "--print-to-pdf=" + printed);

        assertThat(seen.complaints()).isEmpty();
        assertThat(Files.readString(printed, java.nio.charset.StandardCharsets.ISO_8859_1))
                .startsWith("%PDF-")
                .containsPattern("/Count [1-9]\\b(?!\\d)");
    }

    @Test
    void a_page_that_is_broken_would_be_seen() throws Exception {
        Path broken = folder.resolve("broken.html");
        Files.writeString(broken, "<script>undefinedFunction()</script>");

        assertThat(Chromium.open(folder, broken, "--dump-dom").complaints())
                .contains("undefinedFunction is not defined");
    }
}
