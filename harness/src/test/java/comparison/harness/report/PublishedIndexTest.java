package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.contract.SkippableTest;
import comparison.harness.record.Json;
import comparison.harness.record.RunFolder;
import comparison.harness.stats.Ratio;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code results/index.html} in headless Chromium, opened from disk. */
@TestInstance(Lifecycle.PER_CLASS)
@Tag("slow")
@SkippableTest
class PublishedIndexTest {

    /** Uses the page as a reader does, at the width of a phone and of a desk, and writes down what it says. */
    private static final String READER = """
            <!DOCTYPE html><title>reader</title><pre id="seen"></pre><script>
            const seen = [];
            const show = width => new Promise(done => {
              const frame = document.createElement('iframe');
              frame.width = width; frame.height = 900; frame.src = 'index.html';
              frame.onload = () => {
                const page = frame.contentDocument, root = page.documentElement;
                const text = id => page.getElementById(id).textContent;
                const choose = (label, value) => {
                  const select = [...page.querySelectorAll('label')].find(l => l.firstChild.textContent === label).querySelector('select');
                  select.value = value; select.dispatchEvent(new Event('change'));
                };
                const mark = name => {
                  const radio = page.querySelector(`[aria-label="${name}"]`);
                  radio.checked = true; radio.dispatchEvent(new Event('change'));
                };
                const say = what => seen.push(what + ': ' + text('ratio') + ' ' + text('how'));
                seen.push(`${width}: ${text('count')}, too wide by ${root.scrollWidth - root.clientWidth}`);
                say('unmarked');
                mark('sprout-nio-virtual of 20260102-000000-new as A');
                mark('servlet-platform of 20260102-000000-new as B');
                say('one run');
                choose('Metric', '2');
                say('throughput');
                choose('Metric', '0');
                mark('servlet-platform of 20260101-000000-old as B');
                say('two runs');
                choose('Stack', 'Servlet');
                const href = run => run.querySelector('a').getAttribute('href');
                const runs = [...page.querySelectorAll('.group')].map(run => `${run.textContent} (${href(run)})`);
                seen.push(text('count') + ': ' + runs.join('; '));
                done();
              };
              document.body.append(frame);
            });
            (async () => {
              for (const width of [390, 1280]) { await show(width); }
              document.getElementById('seen').textContent = seen.join('\\n');
            })();
            </script>
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before all tests
    private static Path folder;

    @BeforeAll
    static void two_published_runs() throws IOException {
        publish("20260101-000000-old", 3, 5);
        publish("20260102-000000-new", 7, 11);
        Path old = folder.resolve("published/20260101-000000-old/summary.json");
        Files.writeString(
                old,
                Files.readString(old)
                        .replace(
                                "\"warnings\":[",
                                "\"warnings\":[{\"code\": \"other-sql\", \"about\": \"servlet-platform\", \"text\": \"\", \"cure\": \"\"}, "));
        Files.createDirectories(folder.resolve("published/profile-20260103"));
        PublishedIndex.write(folder.resolve("published"), folder.resolve("index.html"));
        Files.writeString(folder.resolve("reader.html"), READER);
    }

    private static void publish(String name, int starts, long seed) throws IOException {
        RunFolder run = SampleRun.write(
                folder.resolve("published").resolve(name),
                List.of(
                        SampleRun.Behaviour.of("servlet-platform", 10, 250, 3, 200),
                        SampleRun.Behaviour.of("sprout-nio-virtual", 5, 140, 0.5, 80)),
                starts,
                2,
                20,
                seed);
        Report.write(run);
    }

    @Test
    void a_throughput_that_was_set_is_not_put_beside_those_that_were_measured(@TempDir Path own) throws IOException {
        Path published = own.resolve("published");
        for (String name : List.of("20260101-000000-measured", "20270101-000000-rate")) {
            Report.write(SampleRun.write(
                    published.resolve(name),
                    List.of(SampleRun.Behaviour.of("servlet-platform", 10, 250, 3, 200)),
                    1,
                    2,
                    20,
                    1));
        }
        Path rate = published.resolve("20270101-000000-rate/summary.json");
        Files.writeString(
                rate,
                Files.readString(rate)
                        .replace(
                                "\"warnings\":[",
                                "\"warnings\":[{\"code\": \"rate-is-set\", \"about\": \"\", \"text\": \"\", \"cure\": \"\"}, "));
        Files.writeString(
                rate.resolveSibling("report.md"),
                PublishedPage.notice(List.of("one start")) + Files.readString(rate.resolveSibling("report.md")));

        PublishedIndex.write(published, own.resolve("index.html"));

        JsonNode rows = PageData.of(own.resolve("index.html")).path("rows");
        assertThat(rows.get(0).path("metrics").values())
                .extracting(JsonNode::isNull)
                .containsExactly(false, false, true, true, false, false);
        assertThat(rows.get(1).path("metrics").values()).noneMatch(JsonNode::isNull);
        assertThat(rows.get(0).path("belowStandard").asBoolean()).isTrue();
        assertThat(rows.get(1).path("belowStandard").asBoolean()).isFalse();
    }

    @Test
    void shows_all_runs_and_compares_two_rows_as_the_reports_do() throws Exception {
        Chromium.Seen seen =
                Chromium.open(folder, folder.resolve("reader.html"), "--dump-dom", "--virtual-time-budget=20000");

        List<String> lines = seen.output()
                .replaceAll("(?s).*<pre id=\"seen\">|</pre>.*", "")
                .lines()
                .toList();
        assertThat(seen.complaints()).isEmpty();
        assertThat(lines).hasSize(12);
        assertThat(lines.subList(0, 6))
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("390: 4 of 4 rows, too wide by 0"),
                        line -> assertThat(line).isEqualTo("unmarked: Mark a row as A and one as B. "),
                        line -> assertThat(line)
                                .startsWith("one run: CPU per 1000 requests, warm: sprout-nio-virtual " + inOneRun()
                                        + " of servlet-platform")
                                .contains(
                                        "95 % interval over 7 starts each; less is better. Both were measured in the same rounds."),
                        line -> assertThat(line)
                                .startsWith("throughput: Throughput, warm: ")
                                .contains("; more is better."),
                        line -> assertThat(line)
                                .startsWith("two runs: CPU per 1000 requests, warm: sprout-nio-virtual " + inTwoRuns()
                                        + " of servlet-platform")
                                .contains(
                                        "over 3 starts each",
                                        "The database executes other SQL for the two",
                                        "Two runs: what changed between them"),
                        line -> assertThat(line)
                                .isEqualTo(
                                        "2 of 4 rows: 20260102-000000-new, docker (published/20260102-000000-new/report.html);"
                                                + " 20260101-000000-old, docker (published/20260101-000000-old/report.html)"));
        assertThat(lines.get(6)).isEqualTo("1280: 4 of 4 rows, too wide by 0");
    }

    private static String inOneRun() {
        return words(Ratio.paired(
                        values("20260102-000000-new", "sprout-nio-virtual"),
                        values("20260102-000000-new", "servlet-platform"))
                .orElseThrow());
    }

    private static String inTwoRuns() {
        return words(Ratio.unpaired(
                        values("20260102-000000-new", "sprout-nio-virtual"),
                        values("20260101-000000-old", "servlet-platform"))
                .orElseThrow());
    }

    private static String words(Ratio ratio) {
        return String.format(Locale.ROOT, "× %.2f [%.2f–%.2f]", ratio.estimate(), ratio.low(), ratio.high());
    }

    private static List<Double> values(String run, String variant) {
        Summary summary = Json.read(folder.resolve("published").resolve(run).resolve("summary.json"), Summary.class)
                .orElseThrow();
        return Primary.CPU.of(summary.cells(), variant).orElseThrow().present();
    }
}
