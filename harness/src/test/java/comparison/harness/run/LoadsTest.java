package comparison.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.contract.DatabaseAddress;
import comparison.contract.ExecutedSql;
import comparison.harness.Fault;
import comparison.harness.load.LoadOrder;
import comparison.harness.plan.Plan;
import comparison.harness.plan.Variant;
import comparison.harness.probe.Heap;
import comparison.harness.probe.HeapMeter;
import comparison.harness.probe.Machine;
import comparison.harness.probe.Meter;
import comparison.harness.probe.Probe;
import comparison.harness.probe.Reading;
import comparison.harness.record.Calibration;
import comparison.harness.record.Json;
import comparison.harness.record.Jvm;
import comparison.harness.record.Load;
import comparison.harness.record.RunFolder;
import comparison.harness.runtime.LoadClient;
import comparison.harness.runtime.RunningVariant;
import comparison.harness.runtime.Testbed;
import comparison.harness.workload.Loops;
import comparison.harness.workload.Phase;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A testbed in which nothing runs: what is asked of it, and in which order. */
class LoadsTest {

    private static final Variant NIO =
            new Variant("sprout-nio-virtual", "Sprout (nio)", "jvm", "a", "a.jar", "a", Map.of("THREADS", "virtual"));
    private static final Plan PLAN =
            Plan.draw("quick", List.of(NIO), List.of(new Loops(10, 1)), List.of(Phase.COLD), 1, 1);
    private static final Meter METER = () -> new Reading(0, 0, 0, 0, 1_000_000);
    private static final Meter GONE = () -> {
        throw new IOException("the group is gone");
    };

    private static final ExecutedSql NOTHING =
            new ExecutedSql(new DatabaseAddress("localhost", 5432, "people", "people", "people"), Map.of());

    private final List<String> asked = new ArrayList<>();
    private Optional<HeapMeter> heap = Optional.empty();
    private String fails = "";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    private RunFolder run;

    @BeforeEach
    void aRun() {
        run = new RunFolder(folder);
    }

    @Test
    void the_jvm_is_read_right_after_the_load_and_before_its_files_are_packed() {
        try (WarmClient client = warm(METER)) {
            RunFolder.LoadFolder load = run.invocation(PLAN.order().getFirst()).load(Phase.COLD);
            asked.clear();

            new Loads(testbed(METER), client, PLAN)
                    .load(
                            server(load),
                            run.invocation(PLAN.order().getFirst()).load(Phase.COLD),
                            Phase.COLD,
                            "figures",
                            Machine.silent());
        }

        assertThat(asked).containsExactly("rows", "jvm", "load", "jvm before packing", "rows");
    }

    @Test
    void the_loops_of_a_warm_load_are_spread_over_its_windows() {
        Plan plan = Plan.draw("quick", List.of(NIO), List.of(new Loops(10, 20)), List.of(Phase.WARM), 1, 1);
        RunFolder.LoadFolder warm = run.invocation(plan.order().getFirst()).load(Phase.WARM);
        try (WarmClient client = warm(METER)) {
            Loads loads = new Loads(testbed(METER), client, plan);
            assertThat(loads.windows()).isEqualTo(16);
            for (int number = 1; number <= 16; number++) {
                loads.window(server(warm.window(number)), warm, number, Machine.silent());
            }
        }

        assertThat(warm.windows())
                .hasSize(16)
                .allSatisfy(window -> assertThat(window.samples()).exists());
        assertThat(warm.windows().stream()
                        .map(window -> Json.read(window.facts(), Load.class).orElseThrow()))
                .extracting(load -> load.sent().samples())
                .containsExactly(40L, 40L, 40L, 80L, 40L, 40L, 40L, 80L, 40L, 40L, 40L, 80L, 40L, 40L, 40L, 80L);
        Load whole = Load.read(warm).orElseThrow();
        assertThat(whole.sent().samples()).isEqualTo(800);
        assertThat(whole.sent().lastMillis() - whole.sent().firstMillis()).isEqualTo(16 * 1000);
        assertThat(whole.cpu().serverNanos()).isZero();
    }

    @Test
    void a_warm_load_with_few_loops_has_fewer_windows() {
        Plan plan = Plan.draw("quick", List.of(NIO), List.of(new Loops(10, 3)), List.of(Phase.WARM), 1, 1);
        try (WarmClient client = warm(METER)) {
            assertThat(new Loads(testbed(METER), client, plan).windows()).isEqualTo(3);
        }
    }

    @Test
    void the_heap_of_the_server_is_recorded_beside_its_memory() throws IOException {
        heap = HeapMeter.of(ProcessHandle.current());
        // A JVM counts what its heap holds when it collects; one that never has says nothing.
        System.gc();
        RunFolder.LoadFolder load = run.invocation(PLAN.order().getFirst()).load(Phase.COLD);
        try (WarmClient client = warm(METER)) {
            new Loads(testbed(METER), client, PLAN)
                    .load(
                            server(load),
                            run.invocation(PLAN.order().getFirst()).load(Phase.COLD),
                            Phase.COLD,
                            "figures",
                            Machine.silent());
        }

        assertThat(Reading.SERIES.read(load.resources("server"))).isNotEmpty();
        assertThat(Heap.SERIES.read(load.heap()))
                .isNotEmpty()
                .allSatisfy(reading -> assertThat(reading.usedBytes()).isPositive());
    }

    @Test
    void a_server_without_a_heap_has_no_file_of_it() {
        RunFolder.LoadFolder load = run.invocation(PLAN.order().getFirst()).load(Phase.COLD);
        try (WarmClient client = warm(METER)) {
            new Loads(testbed(METER), client, PLAN)
                    .load(
                            server(load),
                            run.invocation(PLAN.order().getFirst()).load(Phase.COLD),
                            Phase.COLD,
                            "figures",
                            Machine.silent());
        }

        assertThat(load.resources("server")).exists();
        assertThat(load.heap()).doesNotExist();
    }

    @Test
    void processor_time_of_a_client_that_cannot_be_read_is_unknown_and_not_zero() {
        warm(GONE).close();

        Calibration calibration =
                Json.read(run.calibration(1), Calibration.class).orElseThrow();
        assertThat(calibration.clientCpuMicrosPerRequest()).isNull();
        assertThat(calibration.stubCpuMicrosPerRequest()).isNull();
        assertThat(calibration.ceilingPerSecond()).isPositive();
    }

    @Test
    void whatever_fails_before_the_client_is_told_to_send_nothing_is_sampled_any_more() throws Exception {
        RunFolder.LoadFolder load = run.invocation(PLAN.order().getFirst()).load(Phase.COLD);
        for (String failing : List.of("executed", "jvm")) {
            fails = failing;
            try (WarmClient client = warm(METER)) {
                assertThatExceptionOfType(Fault.class)
                        .isThrownBy(() -> new Loads(testbed(METER), client, PLAN)
                                .load(
                                        server(load),
                                        run.invocation(PLAN.order().getFirst()).load(Phase.COLD),
                                        Phase.COLD,
                                        "",
                                        Machine.silent()));
            }
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                if (thread.getName().startsWith("sampl")) {
                    assertThat(thread.join(Duration.ofSeconds(5)))
                            .as(thread.getName())
                            .isTrue();
                }
            }
        }
    }

    private void failIf(String asked) {
        if (asked.equals(fails)) {
            throw Fault.broken("no answer to " + asked);
        }
    }

    private WarmClient warm(Meter meter) {
        WarmClient client = new WarmClient(testbed(meter), run, Loads.order(PLAN), false, false, _ -> {});
        client.warm();
        return client;
    }

    private Testbed testbed(Meter meter) {
        return fake(Testbed.class, (_, method, _) -> switch (method.getName()) {
            case "client" -> client(meter);
            case "databaseMeter" -> METER;
            case "machine" -> (Probe.Source<Machine>) Machine::silent;
            case "databaseCounters" -> Map.of();
            case "executed" -> {
                failIf("executed");
                yield NOTHING;
            }
            case "rows" -> {
                asked.add("rows");
                yield 0L;
            }
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private LoadClient client(Meter meter) {
        return fake(LoadClient.class, (_, method, arguments) -> switch (method.getName()) {
            case "load" -> {
                asked.add("load");
                Files.writeString((Path) arguments[2], "samples");
                yield sent((LoadOrder) arguments[1]);
            }
            case "loadStub" -> {
                asked.add("stub");
                yield sent((LoadOrder) arguments[0]);
            }
            case "meter", "stubMeter" -> meter;
            case "cpus" -> 1;
            case "close" -> null;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private static Load.Sent sent(LoadOrder order) {
        return new Load.Sent("jmeter", "closed", order.threads(), order.requests(), 0, 0, 1000, 1000, null, null);
    }

    private RunningVariant server(RunFolder.LoadFolder load) {
        return fake(RunningVariant.class, (_, method, _) -> switch (method.getName()) {
            case "jvm" -> {
                failIf("jvm");
                asked.add(Files.exists(load.liveSamples()) ? "jvm before packing" : "jvm");
                yield Jvm.missing("nothing runs");
            }
            case "meter" -> METER;
            case "heap" -> heap;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private static <T> T fake(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
