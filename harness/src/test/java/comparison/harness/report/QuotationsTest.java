package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.record.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the pages of this project quote is in the data of the runs that they name. After a page was made to name another
 * run, {@code -Dquotations=write} writes that run's figures into it, except into tables that are cited as a whole.
 */
class QuotationsTest {

    private static final Path PROJECT = Path.of("..");
    private static final Path PUBLISHED = PROJECT.resolve("results/published");
    /** Runs of few figures, which stay although published runs are replaced. */
    private static final Path QUOTED = Path.of("src/test/resources/comparison/harness/report/quoted");

    /** With a figure, to another page; decisions are called by their numbers, and results are not written by hand. */
    private static final Pattern LINK =
            Pattern.compile("\\[([^]\\[]*\\d[^]\\[]*)]\\((?!http|[^)]*(?:decisions|results)/)([^)#]+\\.md)[^)]*\\)");

    private static final String START = "20260101-000000-article sprout-nio-virtual cold startup.seconds";

    static List<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.walk(PROJECT.resolve("docs"))) {
            return Stream.concat(
                            Stream.of(PROJECT.resolve("README.md"), PROJECT.resolve("CONTRIBUTING.md")),
                            docs.filter(file -> file.toString().endsWith(".md")))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void every_cited_figure_is_in_the_data(Path page) throws IOException {
        if ("write".equals(System.getProperty("quotations"))) {
            Files.writeString(page, of(page).corrected());
        }
        assertThat(of(page).wrong()).as(page.toString()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void every_figure_with_an_interval_is_cited(Path page) throws IOException {
        List<String> uncited = page.toString().contains("decisions") ? List.of() : of(page).uncited();
        assertThat(uncited).as(page.toString()).isEmpty();
    }

    @Test
    void the_table_of_the_front_page_is_that_of_the_run_behind_it() throws IOException {
        String behind = Files.readString(PROJECT.resolve("results/README.md"));
        String run = behind.replaceAll("(?s).*?, run `([^`]*)`.*", "$1");

        assertThat(of(behind).wrongInTable(behind, run)).isEmpty();
        assertThat(Files.readString(PROJECT.resolve("README.md")))
                .contains(Answer.markdown(Report.summary(
                        new RunFolder(PROJECT.resolve("results/published").resolve(run)))));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void a_figure_in_the_text_of_a_link_is_on_the_page_that_it_leads_to(Path page) throws IOException {
        for (MatchResult link : LINK.matcher(Files.readString(page)).results().toList()) {
            assertThat(Quotations.numbers(Files.readString(page.resolveSibling(link.group(2)))))
                    .as("%s: %s", page, link.group())
                    .containsAll(Quotations.numbers(link.group(1)));
        }
    }

    @Test
    void the_costs_on_the_page_for_choosing_follow_from_its_run() throws IOException {
        double centsPerSecond = 3000.0 / Duration.ofDays(30).toSeconds();
        double mebibytes = 0.9 * 16 * 1024;
        Path page = PROJECT.resolve("docs/choosing.md");
        Quotations quotations = of(page);

        List<String> rows = Files.readString(page)
                .lines()
                .dropWhile(line -> !line.startsWith("| Variant | Cents per million"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .toList();

        // Milliseconds per 1000 requests are seconds per million.
        BiFunction<String, String, Double> cpu =
                (variant, phase) -> quotations.median("S", variant, phase + " cpuSecondsPer1000.server");
        BiFunction<String, String, Double> memory =
                (variant, phase) -> quotations.median("S", variant, phase + " memory.underLoad.anonBytes");
        assertThat(rows)
                .containsExactlyElementsOf(quotations.variants("S").stream()
                        .sorted(Comparator.comparing(variant -> cpu.apply(variant, "warm")))
                        .map(variant -> String.format(
                                Locale.ROOT,
                                "| %s | %.2f | %.2f | %d |",
                                variant,
                                cpu.apply(variant, "warm") * centsPerSecond,
                                cpu.apply(variant, "cold") * centsPerSecond,
                                (int) (mebibytes
                                        / Math.max(memory.apply(variant, "warm"), memory.apply(variant, "cold")))))
                        .toList());
    }

    @Test
    void the_break_even_on_the_page_for_choosing_is_what_its_command_printed() throws IOException {
        List<String> quoted = Pattern.compile("\\d+,000 \\[[^]]*]")
                .matcher(Files.readString(PROJECT.resolve("docs/choosing.md")))
                .results()
                .map(MatchResult::group)
                .toList();

        assertThat(quoted).isNotEmpty();
        assertThat(PUBLISHED.resolve("break-even.txt")).content().contains(quoted);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.69<!--= " + START + " -->",
                "0.68 [0.57–0.85]<!--= " + START + " -->",
                "0.23<!--= 20260101-000000-article sprout-nio-virtual/servlet-platform cold startup.seconds compare -->",
                "0.68<!--= 20260101-000000-article no-such-variant cold startup.seconds -->",
                "0.68<!--= 20260101-000000-article sprout-nio-virtual cold startup.hours -->",
                "0.68<!--= 20990101-000000-article sprout-nio-virtual cold startup.seconds -->",
                "9.4<!--= engine-20260101-000000 sprout-nio-loop 32x1 CPU_MICROS -->",
                "9.3<!--= engine-20260101-000000 sprout-nio-loop 32x2 CPU_MICROS -->",
                "9.3<!--= engine-20260101-000000 sprout-nio-loop 32x1 cpu -->",
                "about<!--= " + START + " -->"
            })
    void a_figure_that_the_data_do_not_have_is_found(String text) {
        assertThat(quoted(text).wrong()).hasSize(1);
    }

    @Test
    void a_figure_is_right_if_it_is_rounded_right_and_a_run_may_have_a_short_name() {
        String text = """
                <!-- figures of A: 20260101-000000-article -->
                It starts in 0.68<!--= A sprout-nio-virtual cold startup.seconds --> s, or
                0.679 [0.585–0.852]<!--= A sprout-nio-virtual cold startup.seconds --> s,
                × 0.13 [0.11–0.14]<!--= A sprout-nio-virtual/servlet-platform cold startup.seconds -->, by medians
                0.126<!--= A sprout-nio-virtual/servlet-platform cold startup.seconds medians -->. The engine needs
                × 1.00 [0.84–1.19]<!--= engine-20260101-000000 sprout-nio-loop/vertx-loop 32x1 CPU_MICROS -->. In the same
                run, a ratio of ratios is
                × 1.00 [0.87–1.15]<!--= A/A sprout-nio-virtual/servlet-platform cold startup.seconds contrast -->. Two
                variants by their mean in a round start in
                × 0.36 [0.34–0.38]<!--= A sprout-nio-virtual+servlet-platform/servlet-platform cold startup.seconds -->.
                """;

        assertThat(quoted(text).wrong()).isEmpty();
        assertThat(quoted(text).uncited()).isEmpty();
        assertThat(quoted("× 0.13 [0.11–0.14] of it").uncited()).containsExactly("0.13 [0.11–0.14]");
    }

    @ParameterizedTest
    @CsvSource({"0.68, 0", "0.69, 1", "none, 0"})
    void the_columns_of_a_table_can_be_cited_as_a_whole(String start, int faults) {
        String text = """
                <!-- figures of A: 20260101-000000-article -->
                <!-- columns of A: -, cold startup.seconds, cold startup.seconds/0.001 -->

                | Variant | Note | Start (s) | Start (ms) |
                |---|---|---:|---:|
                | Sprout, `sprout-nio-virtual` | 7 | %s | 679 |
                """.formatted(start);

        assertThat(quoted(text).wrong()).hasSize(faults);
    }

    @ParameterizedTest
    @CsvSource({"0.679, 0", "99999.5, 1"})
    void the_numbers_of_a_table_can_be_looked_for_in_a_file(String start, int faults) {
        String text = """
                <!-- numbers of 20260101-000000-article/summary.json -->
                | Variant 9.9 | Start (s) |
                |---|---:|
                | Sprout 9.9 | %s |
                """.formatted(start);

        assertThat(quoted(text).wrong()).hasSize(faults);
    }

    @Test
    void a_figure_that_is_corrected_keeps_its_number_of_digits() {
        String source = "<!--= " + START + " -->";

        assertThat(quoted("9.99 [0.1–1.000]" + source + ", 12.0" + source + " s")
                        .corrected())
                .isEqualTo("0.68 [0.6–0.852]" + source + ", 0.7" + source + " s");
    }

    @Test
    void a_table_that_was_edited_by_hand_is_found() throws IOException {
        String readme = Files.readString(PROJECT.resolve("results/README.md"));
        String run = readme.replaceAll("(?s).*?, run `([^`]*)`.*", "$1");
        // Start-up is the first figure with three decimals.
        String edited = readme.replaceFirst("(\\d\\.\\d{3} \\[)", "9$1");

        assertThat(edited).isNotEqualTo(readme);
        assertThat(of(edited).wrongInTable(edited, run))
                .singleElement()
                .asString()
                .startsWith("Start-up of ")
                .contains(" cold: 9");
    }

    private static Quotations quoted(String text) {
        return new Quotations(QUOTED, text);
    }

    private static Quotations of(Path page) throws IOException {
        return of(Files.readString(page));
    }

    private static Quotations of(String text) {
        return new Quotations(PUBLISHED, text);
    }
}
