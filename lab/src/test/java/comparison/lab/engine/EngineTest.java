package comparison.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import comparison.harness.Fault;
import comparison.harness.cli.Project;
import comparison.harness.record.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class EngineTest {

    private static final EnginePlan PLAN = EnginePlan.draw(
            Server.select(List.of("sprout-nio-loop", "helidon", "undertow-loop")),
            "hello",
            List.of(32, 1000),
            List.of(1, 16),
            2,
            6,
            3,
            7);

    private static final EnginePlan.Shape USUAL = new EnginePlan.Shape(32, 1);

    private static final Duration A_MINUTE = Duration.ofMinutes(1);

    private static final String OUTPUT = """
        Running 2s test @ http://127.0.0.1:40001/benchmark/hello
          2 threads and 32 connections
          Thread Stats   Avg      Stdev     Max   +/- Stdev
            Latency   518.30us    1.02ms  27.27ms   95.88%
        Requests/sec:  64304.02
        Transfer/sec:      8.77MB
        result requests=128860 micros=2003940 p50=402 p99=5130 p999=14001 connect=0 read=1 write=2 status=3 timeout=4
        """;

    @Test
    void theLineOfTheScriptIsWhatCounts() {
        assertThat(Wrk.count(OUTPUT)).contains(new Wrk.Count(128860, 2003940, 402, 5130, 14001, 3, 3, 4));
        assertThat(Wrk.count("unable to connect to 127.0.0.1:1 Connection refused\n"))
                .isEmpty();
    }

    @Test
    void errorsOfTheClientMakeACellFailWithTheirCause() {
        Measurement measured =
                new Measurement("helidon", 1, USUAL, Wrk.count(OUTPUT).orElseThrow(), 1, 1, 1, 1, null);
        assertThat(measured.failures()).containsExactly("3 answers were not 2xx", "3 socket errors", "4 time-outs");
        assertThat(new Measurement("helidon", 1, USUAL, null, 1, 1, 1, 1, null).failures())
                .containsExactly("no request was answered");

        EngineSummary summary = EngineSummary.of("run", "machine", PLAN, List.of(measured));
        assertThat(summary.failures())
                .first()
                .isEqualTo("helidon at 32 connections, 1 at once: 3 answers were not 2xx");
        assertThat(EngineTable.page(summary).markdown()).contains("FAILED: helidon at 32", "| helidon FAILED |");
        assertThat(summary.verdicts()).isEmpty();
    }

    @Test
    void theOrderIsDrawnFromTheSeedAndEveryRoundHasAllServers() {
        assertThat(PLAN.order())
                .hasSize(3)
                .allSatisfy(round ->
                        assertThat(round).containsExactlyInAnyOrder("sprout-nio-loop", "helidon", "undertow-loop"));
        assertThat(EnginePlan.draw(Server.ALL, "json", List.of(1), List.of(1), 1, 1, 2, 5))
                .isEqualTo(EnginePlan.draw(Server.ALL, "json", List.of(1), List.of(1), 1, 1, 2, 5));
    }

    @Test
    void theDefaultRunFitsIntoHalfAnHour() {
        EnginePlan plan = EnginePlan.draw(Server.ALL, "hello", List.of(1, 32, 256, 1000), List.of(1, 16), 2, 4, 3, 1);
        assertThat(plan.estimate()).hasMinutes(29);
    }

    @Test
    void verdictsCompareWithinARoundAndSayWhenTheRoundsDisagree() {
        List<Measurement> measured = new ArrayList<>();
        for (int round = 1; round <= 3; round++) {
            measured.add(measurement("sprout-nio-loop", round, 32, 100_000, 700));
            measured.add(measurement("sprout-nio-loop", round, 1000, 100_000, round == 3 ? 1000 : 800));
            measured.add(measurement("undertow-loop", round, 32, 70_000, 1000));
            measured.add(measurement("helidon", round, 32, 90_000, 1200));
        }

        assertThat(EngineSummary.of("run", "machine", PLAN, measured).verdicts())
                .extracting(verdict -> "%s: %s %s".formatted(verdict.target(), verdict.ratio(), verdict.outcome()))
                .satisfiesExactly(
                        cpu -> assertThat(cpu)
                                .isEqualTo(
                                        "nio on the loop: CPU per request of the best peer (undertow-loop) at 32 connections: 0.70 [0.70–0.70] met"),
                        throughput -> assertThat(throughput)
                                .isEqualTo(
                                        "nio on the loop: throughput of the best peer (helidon) at 32 connections: 1.11 [1.11–1.11] missed"),
                        // A ratio that is exactly the limit is on neither side of it.
                        tail -> assertThat(tail)
                                .startsWith(
                                        "nio on the loop: p99.9 of the best peer (helidon) at 32 connections: 1.00 [1.00–1.00] undecided, needs about "),
                        many -> assertThat(many)
                                .startsWith(
                                        "sprout-nio-loop: CPU per request at 1000 of that at 32 connections: 1.23 [0.89–1.70] undecided, needs about "));
    }

    @Test
    void aTargetThatIsJustMetIsUndecidedIfOthersOfItsMetricAreJudgedToo() {
        List<Measurement> alone = new ArrayList<>();
        for (int round = 1; round <= 3; round++) {
            // 0.70 and twice 0.715 of the peer's time: p of the limit 0.75 is 0.016.
            alone.add(measurement("sprout-nio-loop", round, 32, 100_000, new int[] {700, 715, 715}[round - 1]));
            alone.add(measurement("undertow-loop", round, 32, 70_000, 1000));
        }
        List<Measurement> withAnother = new ArrayList<>(alone);
        for (int round = 1; round <= 3; round++) {
            withAnother.add(
                    measurement("sprout-nio-loop", round, 1000, 100_000, new int[] {700, 800, 1000}[round - 1]));
        }

        assertThat(verdictOnCpu(alone)).isEqualTo("met");
        assertThat(verdictOnCpu(withAnother)).startsWith("undecided");
        assertThat(verdictOnCpu(alone.subList(0, 4))).isEqualTo("too few starts");
    }

    private static String verdictOnCpu(List<Measurement> measured) {
        return Target.judge(measured).getFirst().outcome();
    }

    @Test
    void theTableIsTheSameInEveryLocale() {
        List<Measurement> measured = List.of(
                measurement("sprout-nio-loop", 1, 32, 100_000, 700), measurement("helidon", 1, 32, 90_000, 1200));
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(EngineTable.page(EngineSummary.of("run", "a machine", PLAN, measured))
                            .markdown())
                    .contains("Run `run` on a machine: `/benchmark/hello`, 2 s per load after ")
                    .contains("(whether the server was steady by then was not checked), 3 fresh starts per server")
                    .contains("| sprout-nio-loop | event loop | 100000 | 7.0 | 2.0 | 100 | 1.00 | 2.00 | 3.00 | 64 |")
                    .contains("| Server | 32 × 1 | 1000 × 1 | 32 × 16 | 1000 × 16 |")
                    .contains("| helidon | 12.0 | — | — | — |");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void aMissingWrkIsNamedWithItsCure(@TempDir Path folder) {
        assertThatThrownBy(() -> Wrk.find(folder + ":" + folder.resolve("none"), folder))
                .isInstanceOfSatisfying(
                        Fault.class, fault -> assertThat(fault.kind()).isEqualTo(Fault.Kind.MISSING))
                .hasMessageContaining("apt-get install wrk");
    }

    @Test
    void aServerThatCannotStartIsToldWithItsLog(@TempDir Path folder) {
        assertThatThrownBy(() -> ServerProcess.start(
                        folder.resolve("no.jar"), List.of(), "helidon", folder.resolve("server.log"), A_MINUTE))
                .isInstanceOf(Fault.class)
                .hasMessageContaining("helidon does not start on port")
                .hasMessageContaining("Log: " + folder.resolve("server.log"));
    }

    @Test
    void aServerThatIsSilentIsGivenUp(@TempDir Path folder) throws IOException {
        assertThatThrownBy(() -> ServerProcess.start(
                        FakeServer.jar(folder),
                        List.of(),
                        FakeServer.SILENT,
                        folder.resolve("server.log"),
                        Duration.ofMillis(1)))
                .isInstanceOf(Fault.class)
                .hasMessageContaining("it said nothing for 0.001 s");
    }

    @Test
    void aServerThatDiesFailsInItsRoundAndTheRestIsMeasured(@TempDir Path folder) throws IOException {
        EnginePlan plan = EnginePlan.draw(
                Server.select(List.of("jdk", FakeServer.MORTAL)), "hello", List.of(1, 32), List.of(1), 1, 1, 2, 7);
        List<String> progress = new ArrayList<>();

        List<Measurement> all =
                new EngineRun(plan, FakeServer.jar(folder), folder, FakeServer.client(folder), progress::add).run();

        assertThat(all).hasSize(8);
        assertThat(all.stream().filter(one -> !one.failures().isEmpty()))
                .hasSize(2)
                .allSatisfy(one -> {
                    assertThat(one.server()).isEqualTo(FakeServer.MORTAL);
                    assertThat(one.shape()).isEqualTo(USUAL);
                    assertThat(one.failures()).singleElement().asString().contains("cannot be read", "server.log");
                    assertThat(folder.resolve("raw/%d/%s/32x1.json".formatted(one.round(), one.server())))
                            .content()
                            .contains("cannot be read");
                });
        assertThat(progress).filteredOn(line -> line.contains("cannot be read")).hasSize(2);
        assertThat(EngineTable.page(EngineSummary.of("run", "machine", plan, all))
                        .markdown())
                .contains("| %s FAILED | event loop | — | — |".formatted(FakeServer.MORTAL))
                .contains("| jdk | virtual threads | 100 (100–100) |");
    }

    @Test
    void theClockOfAProcessIsFoundBehindANameWithSpacesAndParentheses() {
        assertThat(ServerProcess.ticks("42 (a) b (c)) S 1 2 3 4 5 6 7 8 9 10 123 45 0 0 20\n"))
                .containsExactly(123, 45);
    }

    @Test
    void aPageWithoutAPlaceForTheTableLeavesNothingPublished(@TempDir Path folder) throws IOException {
        Project project = new Project(folder, "mvn");
        Path page = Files.createDirectories(folder.resolve("results")).resolve("engine.md");
        Files.writeString(page, "nothing");

        assertThatThrownBy(() -> EngineCommand.publish(project, folder, "run", "the table"))
                .isInstanceOf(Fault.class)
                .hasMessageContaining("engine.md has no lines '<!-- engine:begin");
        assertThat(project.published()).doesNotExist();
    }

    @Test
    void aPublishedRunHasItsFiguresCompressedAndThePageLinksThem(@TempDir Path folder) throws IOException {
        Project project = new Project(folder, "mvn");
        Path page = Files.createDirectories(folder.resolve("results")).resolve("engine.md");
        Files.writeString(page, "<!-- engine:begin (written by ./bench engine --publish) -->\n<!-- engine:end -->\n");
        Path run = Files.createDirectories(folder.resolve("run"));
        for (String file : List.of("plan.json", "summary.json", "table.md")) {
            Files.writeString(run.resolve(file), "{\"about\": \"%s\"}".formatted(file));
        }

        EngineCommand.publish(project, run, "NOW", "the table\n");

        Path published = project.published().resolve("engine-NOW");
        assertThat(published).isDirectoryNotContaining("glob:**/summary.json");
        assertThat(published).isDirectoryContaining("glob:**/plan.json").isDirectoryContaining("glob:**/table.md");
        assertThat(Json.read(published.resolve("summary.json"), JsonNode.class))
                .hasValueSatisfying(summary ->
                        assertThat(summary.path("about").stringValue()).isEqualTo("summary.json"));
        assertThat(page).content().contains("the table\nBehind it: [figures](published/engine-NOW/summary.json.gz).");
    }

    private static Measurement measurement(
            String server, int round, int connections, long requests, long cpuMicrosPerHundred) {
        long cpu = requests * cpuMicrosPerHundred / 100;
        long system = requests * 2;
        Wrk.Count count = new Wrk.Count(requests, 1_000_000, 1000, 2000, 3000, 0, 0, 0);
        return new Measurement(
                server,
                round,
                new EnginePlan.Shape(connections, 1),
                count,
                cpu - system,
                system,
                requests * 100,
                64L << 20,
                null);
    }
}
