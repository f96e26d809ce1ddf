package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.harness.Fault;
import comparison.harness.plan.Plan;
import comparison.harness.plan.Served;
import comparison.harness.plan.TableState;
import comparison.harness.record.Json;
import comparison.harness.record.RunFolder;
import comparison.harness.workload.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares two runs. */
@TestInstance(Lifecycle.PER_CLASS)
class CompareTest {

    private static final Locale LOCALE = Locale.getDefault();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before all tests
    private static Path folder;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static RunFolder base;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private static Map<String, Summary> runs;

    @BeforeAll
    static void runs_of_one_variant_before_and_after_a_change() throws IOException {
        base = run("20260101-000000-base", 10, 200, 1);
        runs = Map.of(
                "base", Report.write(base),
                "same", Report.write(run("20260102-000000-same", 10, 200, 2)),
                "slow", Report.write(run("20260103-000000-slow", 15, 200, 3)),
                "costly", Report.write(run("20260104-000000-costly", 10, 260, 4)));
    }

    private static RunFolder run(String name, double millis, double cpuMicros, long seed) throws IOException {
        return SampleRun.write(
                folder.resolve(name), List.of(SampleRun.Behaviour.of("a", millis, cpuMicros, 2, 200)), 8, 2, 50, seed);
    }

    @AfterEach
    void the_locale_is_what_it_was() {
        Locale.setDefault(LOCALE);
    }

    @ParameterizedTest
    @CsvSource({
        "same, warm throughput < -20%, KEPT",
        "same, p99 > +50%, KEPT",
        "same, errors > 0, KEPT",
        "slow, warm throughput < -20%, BROKEN",
        "slow, warm p50 > +20%, BROKEN",
        "slow, warm cpu > +20%, KEPT",
        "costly, warm cpu > +10%, BROKEN",
        "costly, warm cpu > 250, BROKEN",
        "costly, warm throughput < -20%, KEPT",
        "base, warm heap.underLoad.usedBytes > 1, MISSING"
    })
    void a_requirement_is_broken_by_what_it_forbids_and_by_nothing_else(
            String run, String requirement, Requirement.Outcome outcome) {
        assertThat(compared("base", run).judge(List.of(Requirement.parse(requirement))))
                .isNotEmpty()
                .extracting(RunComparison.Judgement::outcome)
                .containsOnly(outcome);
    }

    @Test
    void a_requirement_that_concerns_no_cell_is_no_gate() {
        Summary cold = summary("base").only("a", "only here");

        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() ->
                        RunComparison.of(cold, summary("base")).judge(List.of(Requirement.parse("warm p99 > 50"))))
                .withMessage("'warm p99 > 50' concerns no cell that both runs have; common to them: nothing.")
                .matches(fault -> fault.kind() == Fault.Kind.BAD_INPUT);
    }

    @Test
    void a_cell_that_failed_keeps_no_requirement_and_gets_no_verdict(@TempDir Path other) throws IOException {
        Summary dead = Report.write(SampleRun.write(
                other.resolve("dead"), List.of(new SampleRun.Behaviour("a", 5, 200, 2, 200, 0, true)), 8, 2, 50, 5));
        RunComparison comparison = RunComparison.of(summary("base"), dead);

        assertThat(comparison.judge(
                        List.of(Requirement.parse("warm throughput < -20%"), Requirement.parse("warm errors > 0"))))
                .extracting(RunComparison.Judgement::outcome)
                .containsOnly(Requirement.Outcome.FAILED);
        assertThat(comparison.rows())
                .filteredOn(row -> row.metric() == Primary.WARM_THROUGHPUT)
                .extracting(Comparison::verdict)
                .containsExactly("not judged: failed");
        assertThat(comparison.rows()).noneMatch(row -> row.verdict().equals("not judged: failed") && row.different());
    }

    @Test
    void the_quickest_variant_is_no_headline_if_its_answers_were_wrong(@TempDir Path other) throws IOException {
        Summary summary = Report.write(SampleRun.write(
                other.resolve("run"),
                List.of(
                        SampleRun.Behaviour.of("servlet-platform", 10, 200, 2, 200),
                        new SampleRun.Behaviour("quick-and-wrong", 2, 50, 1, 100, 7, false)),
                8,
                2,
                50,
                6));

        assertThat(Headline.of(summary).best()).isEqualTo("servlet-platform");
        assertThat(summary.comparisons())
                .filteredOn(c -> c.metric() == Primary.WARM_THROUGHPUT)
                .extracting(Comparison::verdict)
                .containsExactly("not judged: failed");
    }

    @Test
    void runs_on_another_state_of_the_table_are_not_alike(@TempDir Path other) throws IOException {
        RunFolder empty = SampleRun.write(
                other.resolve("empty"), List.of(SampleRun.Behaviour.of("a", 10, 200, 2, 200)), 1, 2, 50, 7);
        Plan plan = empty.planned();
        RunFolder people = SampleRun.write(
                other.resolve("people"), List.of(SampleRun.Behaviour.of("a", 10, 200, 2, 200)), 1, 2, 50, 7);
        Json.write(empty.plan(), plan.with(plan.engine(), plan.limits(), plan.scraped(), TableState.EMPTY_ANALYZED));

        assertThat(RunComparison.Differences.of(empty, people).obstacles())
                .containsExactly(
                        "table of people: the table is empty before each start, and analyzed, now the table has 100,000 people before each start, vacuumed and analyzed");
    }

    @Test
    void loads_of_another_length_are_not_alike(@TempDir Path other) throws IOException {
        RunFolder longer = SampleRun.write(
                other.resolve("longer"), List.of(SampleRun.Behaviour.of("a", 10, 200, 2, 200)), 1, 2, 60, 7);

        assertThat(RunComparison.Differences.of(base, longer).obstacles())
                .singleElement()
                .asString()
                .startsWith("load: 2 threads x 50 loops")
                .contains("now 2 threads x 60 loops");
    }

    @Test
    void runs_within_other_limits_are_not_alike(@TempDir Path other) throws IOException {
        RunFolder unlimited = SampleRun.write(
                other.resolve("unlimited"), List.of(SampleRun.Behaviour.of("a", 10, 200, 2, 200)), 1, 2, 50, 7);
        String environment = Files.readString(unlimited.environment());
        Files.writeString(unlimited.environment(), environment.replace(": 2 CPUs", ": none (asked for)"));

        assertThat(RunComparison.Differences.of(base, unlimited).obstacles())
                .containsExactly(
                        "limits: [server: 2 CPUs, database: 2 CPUs], now [server: none (asked for), database: none (asked for)]");
    }

    @Test
    void runs_of_the_same_have_no_verdict_and_a_slower_one_has() {
        assertThat(compared("base", "same").rows()).noneMatch(Comparison::different);
        assertThat(compared("base", "slow").rows())
                .filteredOn(Comparison::different)
                .extracting(Comparison::metric)
                .contains(Primary.WARM_THROUGHPUT, Primary.COLD_THROUGHPUT)
                .doesNotContain(Primary.STARTUP);
        assertThat(compared("base", "costly").rows())
                .filteredOn(Comparison::different)
                .extracting(Comparison::metric)
                .containsExactly(Primary.CPU);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-US", "de-DE", "ar-EG"})
    void what_is_written_is_the_same_in_every_locale(String tag) {
        String compared = written();
        Locale.setDefault(Locale.forLanguageTag(tag));

        assertThat(written())
                .isEqualTo(compared)
                .contains("### 20260103-000000-slow versus 20260101-000000-base", "warm p50 > +20% | a | warm |")
                .doesNotContain("NaN", "{{");
    }

    private static String written() {
        RunComparison comparison = compared("base", "slow");
        return comparison.markdown(
                RunComparison.Differences.of(base, base),
                comparison.judge(List.of(Requirement.parse("warm p50 > +20%"))));
    }

    @Test
    void a_slower_machine_moves_no_ratio_to_the_reference_but_a_costlier_variant_does(@TempDir Path other)
            throws IOException {
        Summary before = pair(other.resolve("before"), "a", 200, "b", 300, 8);
        Summary slower = pair(other.resolve("slower"), "a", 400, "b", 600, 8);
        Summary costlier = pair(other.resolve("costlier"), "a", 200, "b", 390, 8);

        assertThat(cpu(RunComparison.of(before, slower))).allSatisfy(contrast -> {
            assertThat(contrast.variant()).isEqualTo("b");
            assertThat(contrast.change().low()).isLessThan(1);
            assertThat(contrast.change().high()).isGreaterThan(1);
        });
        assertThat(cpu(RunComparison.of(before, costlier)))
                .singleElement()
                .matches(contrast -> Math.abs(contrast.before().estimate() - 1.5) < 0.1)
                .matches(contrast -> Math.abs(contrast.now().estimate() - 1.95) < 0.1)
                .extracting(contrast -> contrast.change().low())
                .matches(low -> low > 1);
    }

    @Test
    void ratios_to_the_reference_are_compared_only_if_both_runs_have_the_same_one_and_three_rounds(@TempDir Path other)
            throws IOException {
        Summary one = pair(other.resolve("one"), "a", 200, "b", 300, 3);
        Summary reversed = pair(other.resolve("reversed"), "b", 300, "a", 200, 3);
        Summary few = pair(other.resolve("few"), "a", 200, "b", 300, 2);

        assertThat(RunComparison.of(one, one).contrasts()).isNotEmpty();
        assertThat(RunComparison.of(one, reversed).contrasts()).isEmpty();
        assertThat(RunComparison.of(one, few).contrasts()).isEmpty();
        assertThat(RunComparison.of(one, "a", one, "b").contrasts()).isEmpty();
    }

    @Test
    void a_variant_that_failed_has_no_ratio_to_the_reference_to_compare(@TempDir Path other) throws IOException {
        Summary sound = pair(other.resolve("sound"), "a", 200, "b", 300, 3);
        Summary failed = Report.write(SampleRun.write(
                other.resolve("failed"),
                List.of(
                        new SampleRun.Behaviour("a", 10, 200, 2, 200, 7, false),
                        SampleRun.Behaviour.of("b", 10, 300, 2, 200)),
                3,
                2,
                50,
                3));

        assertThat(cpu(RunComparison.of(sound, sound))).hasSize(1);
        assertThat(cpu(RunComparison.of(sound, failed))).isEmpty();
    }

    private static Summary pair(
            Path folder, String first, double firstMicros, String second, double secondMicros, int starts)
            throws IOException {
        return Report.write(SampleRun.write(
                folder,
                List.of(
                        SampleRun.Behaviour.of(first, 10, firstMicros, 2, 200),
                        SampleRun.Behaviour.of(second, 10, secondMicros, 2, 200)),
                starts,
                2,
                50,
                folder.getFileName().hashCode()));
    }

    private static List<RunComparison.Contrast> cpu(RunComparison comparison) {
        return comparison.contrasts().stream()
                .filter(contrast -> contrast.metric() == Primary.CPU)
                .toList();
    }

    @Test
    void two_variants_of_one_run_are_laid_beside_each_other() {
        Summary slow = summary("slow").only("a", "b versus a");
        Summary base = summary("base").only("a", "b versus a");

        assertThat(RunComparison.of(base, slow).rows())
                .filteredOn(Comparison::different)
                .extracting(Comparison::metric)
                .contains(Primary.WARM_THROUGHPUT);
        assertThat(RunComparison.of(base, slow).judge(List.of(Requirement.parse("warm p50 > +20%"))))
                .extracting(RunComparison.Judgement::variant)
                .containsExactly("b versus a");
        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> summary("base").only("nobody", "x"))
                .withMessage("20260101-000000-base has no variant 'nobody'. Valid: a.");
    }

    @Test
    void a_metric_is_compared_in_a_load_in_which_both_runs_have_it() throws IOException {
        RunFolder damaged = run("20260105-000000-damaged", 10, 200, 1);
        for (int start = 1; start <= 8; start++) {
            Files.delete(damaged.invocation(new Plan.Slot("a", start))
                    .load(Phase.WARM)
                    .facts());
        }

        assertThat(RunComparison.of(summary("base"), Report.write(damaged)).rows())
                .filteredOn(row -> row.metric() == Primary.CPU)
                .extracting(row -> row.ratio().estimate())
                .containsExactly(1.0);
    }

    @Test
    void variants_with_other_sql_are_compared_without_a_verdict(@TempDir Path other) throws IOException {
        RunFolder run = SampleRun.write(
                other.resolve("run"),
                List.of(
                        SampleRun.Behaviour.of("data", 15, 400, 2, 200),
                        SampleRun.Behaviour.of("servlet-platform", 10, 200, 2, 200)),
                8,
                2,
                50,
                9);
        Files.writeString(
                run.plan(), Files.readString(run.plan()).replaceFirst(Served.EVERYTHING.id(), Served.SPRING_DATA.id()));
        Summary summary = Report.write(run);

        assertThat(RunComparison.of(summary, "servlet-platform", summary, "data")
                        .rows())
                .isNotEmpty()
                .extracting(Comparison::verdict)
                .containsOnly("not judged: other SQL");
        RunComparison unequal = RunComparison.of(summary, "servlet-platform", summary, "data");
        List<RunComparison.Judgement> ratio = unequal.judge(List.of(Requirement.parse("warm cpu > +10%")));
        assertThat(ratio)
                .extracting(RunComparison.Judgement::outcome)
                .containsExactly(Requirement.Outcome.NOT_COMPARABLE);
        assertThat(RunComparison.unjudged(ratio)).hasSize(1);
        assertThat(unequal.judge(List.of(Requirement.parse("warm cpu > 250"))))
                .extracting(RunComparison.Judgement::outcome)
                .containsExactly(Requirement.Outcome.BROKEN);
        assertThat(RunComparison.of(summary, "data", summary, "data").rows())
                .isNotEmpty()
                .allMatch(Comparison::judgeable);
        assertThat(RunComparison.of(summary, summary).rows()).isNotEmpty().allMatch(Comparison::judgeable);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void a_summary_of_an_older_or_newer_program_is_refused_with_the_reason(int version, @TempDir Path other)
            throws IOException {
        Files.writeString(
                other.resolve("summary.json"),
                Files.readString(base.summary()).replaceFirst("\"schemaVersion\":3", "\"schemaVersion\":" + version));

        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> Report.summary(new RunFolder(other)))
                .withMessageContaining("has schema " + version + ", this program reads 3");
    }

    @Test
    void the_picture_of_the_published_table_shows_intervals_where_there_are_some() {
        assertThat(Chart.svg(summary("base")))
                .contains("95 % interval of the median", "<path class=\"interval\" d=\"M")
                .doesNotContain("NaN");
    }

    private static RunComparison compared(String before, String after) {
        return RunComparison.of(summary(before), summary(after));
    }

    private static Summary summary(String name) {
        return java.util.Objects.requireNonNull(runs.get(name));
    }
}
