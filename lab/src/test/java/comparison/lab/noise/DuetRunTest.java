package comparison.lab.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import comparison.contract.DatabaseAddress;
import comparison.contract.ExecutedSql;
import comparison.harness.Fault;
import comparison.harness.cli.ConsoleProgress;
import comparison.harness.load.LoadOrder;
import comparison.harness.plan.Plan;
import comparison.harness.plan.Variant;
import comparison.harness.probe.Machine;
import comparison.harness.probe.Meter;
import comparison.harness.probe.Probe;
import comparison.harness.probe.Reading;
import comparison.harness.record.Json;
import comparison.harness.record.Jvm;
import comparison.harness.record.Load.Sent;
import comparison.harness.record.Startup;
import comparison.harness.runtime.LoadClient;
import comparison.harness.runtime.RunningVariant;
import comparison.harness.runtime.Testbed;
import comparison.harness.workload.Loops;
import comparison.harness.workload.Phase;
import java.io.PrintWriter;
import java.io.Writer;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A testbed in which nothing runs, and whose servers take 100 and 110 us per request. It waits 3 s before each duet. */
@Tag("slow")
class DuetRunTest {

    private static final List<Variant> VARIANTS = List.of(
            new Variant("sound", "Sound", "jvm", "a", "a.jar", "a", Map.of("FAULT", "none")),
            new Variant("dear", "Dear", "jvm", "a", "a.jar", "a", Map.of("FAULT", "cpu:0.1")));

    private static final ExecutedSql NOTHING =
            new ExecutedSql(new DatabaseAddress("localhost", 5432, "people", "people", "people"), Map.of());

    private final List<String> starts = new ArrayList<>();
    private final List<String> windows = new ArrayList<>();
    private String fails = "";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    @Test
    void two_servers_play_in_turn_and_the_other_one_begins_in_the_next_round() {
        BankFolder bank = new BankFolder(folder);

        run(bank, 2);

        assertThat(starts).containsExactly("sound", "dear", "dear", "sound");
        assertThat(String.join("", windows)).isEqualTo("sddssdds" + "dssddssd");
        Bank read = Bank.of(bank);
        assertThat(read.evidence().getFirst().rounds())
                .hasSize(2)
                .allSatisfy(round -> assertThat(round.quotient()).isCloseTo(1.1, within(1e-9)));
    }

    @Test
    void a_duet_that_failed_is_told_and_what_is_on_disk_is_not_measured_again() {
        BankFolder bank = new BankFolder(folder);
        fails = "dear";
        run(bank, 1);
        assertThat(Bank.of(bank).evidence().getFirst().rounds()).isEmpty();
        fails = "";
        starts.clear();

        run(bank, 2);

        assertThat(starts).containsExactly("dear", "sound");
        assertThat(Bank.of(bank).evidence().getFirst().rounds()).hasSize(1);
    }

    private void run(BankFolder bank, int rounds) {
        Plan plan = Plan.draw(
                BankFolder.Kind.DUET.preset(),
                VARIANTS,
                List.of(new Loops(1, 1, 4)),
                List.of(Phase.COLD, Phase.WARM),
                rounds,
                1);
        Json.write(bank.run().plan(), plan);
        new DuetRun(bank, plan, 1, testbed(), new ConsoleProgress(new PrintWriter(Writer.nullWriter()))).run();
    }

    private Testbed testbed() {
        return fake(Testbed.class, (_, method, arguments) -> switch (method.getName()) {
            case "client" -> client();
            case "start" -> {
                Variant variant = (Variant) arguments[0];
                if (variant.id().equals(fails)) {
                    throw Fault.broken("it does not start");
                }
                starts.add(variant.id());
                yield server(variant);
            }
            case "databaseMeter" -> (Meter) () -> new Reading(0, 0, 0, 0, 0);
            case "machines" -> Map.of("", (Probe.Source<Machine>) Machine::silent);
            case "traffic" -> Map.of();
            case "executed" -> NOTHING;
            case "rows" -> 0L;
            case "resetTable" -> null;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private LoadClient client() {
        return fake(LoadClient.class, (_, method, arguments) -> switch (method.getName()) {
            case "load" -> {
                Path samples = (Path) arguments[2];
                RunningVariant server = (RunningVariant) arguments[0];
                LoadOrder order = (LoadOrder) arguments[1];
                Files.writeString(samples, "samples");
                if (samples.toString().contains("window-")) {
                    windows.add(server.app().getHost().substring(0, 1));
                }
                server.startup(); // the server works
                yield sent(order);
            }
            case "loadStub" -> sent((LoadOrder) arguments[0]);
            case "meter", "stubMeter" -> (Meter) () -> new Reading(0, 0, 0, 0, 0);
            case "cpus" -> 1;
            case "fetch" -> null;
            case "close" -> null;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private static Sent sent(LoadOrder order) {
        // 1000 requests per second.
        long millis = order.requests();
        return new Sent("jmeter", "closed", order.threads(), millis, 0, 0, millis, millis, null, null);
    }

    /** Each time its start-up is asked for, a request of each kind has been served. */
    private static RunningVariant server(Variant variant) {
        long nanos = Math.round(Bank.planted(variant) * 100_000);
        AtomicLong cpu = new AtomicLong();
        return fake(RunningVariant.class, (_, method, _) -> switch (method.getName()) {
            case "startup" -> {
                cpu.addAndGet(4 * nanos);
                yield new Startup(1, "spawn", 1, 1, null, null);
            }
            case "app" -> java.net.URI.create("http://" + variant.id());
            case "jvm" -> Jvm.missing("nothing runs");
            case "meter" -> (Meter) () -> new Reading(0, 0, 0, 0, cpu.get());
            case "heap" -> Optional.empty();
            case "close" -> null;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private static <T> T fake(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
