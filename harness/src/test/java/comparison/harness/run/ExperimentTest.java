package comparison.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.contract.ContractCheck;
import comparison.contract.DatabaseAddress;
import comparison.contract.ExecutedSql;
import comparison.harness.Fault;
import comparison.harness.load.LoadOrder;
import comparison.harness.plan.Plan;
import comparison.harness.plan.Variant;
import comparison.harness.probe.Machine;
import comparison.harness.probe.Meter;
import comparison.harness.probe.Probe;
import comparison.harness.probe.Reading;
import comparison.harness.record.Invocation;
import comparison.harness.record.Json;
import comparison.harness.record.Jvm;
import comparison.harness.record.Load;
import comparison.harness.record.RunFolder;
import comparison.harness.record.Startup;
import comparison.harness.runtime.LoadClient;
import comparison.harness.runtime.RunningVariant;
import comparison.harness.runtime.Testbed;
import comparison.harness.workload.Loops;
import comparison.harness.workload.Phase;
import comparison.harness.workload.Simulation;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentTest {

    private static final Variant BROKEN = new Variant("broken", "Broken", "jvm", "app", "app.jar", "app", Map.of());

    private static final Meter METER = () -> new Reading(0, 0, 0, 0, 1_000_000);
    private static final ExecutedSql NOTHING =
            new ExecutedSql(new DatabaseAddress("localhost", 5432, "people", "people", "people"), Map.of());

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    private final List<String> started = new ArrayList<>();
    private final List<Integer> rounds = new ArrayList<>();

    @Test
    void each_round_that_another_one_follows_is_told_with_the_starts_that_are_there() {
        RunFolder run = new RunFolder(folder);
        Variant other = new Variant("other", "Other", "jvm", "app", "app.jar", "app", Map.of());
        Plan plan = Plan.draw("quick", List.of(BROKEN, other), List.of(new Loops(10, 200)), List.of(Phase.COLD), 3, 1);

        session(1, plan, run);
        assertThat(rounds).containsExactly(1, 2, 3);

        // What an earlier session measured is no news.
        session(2, plan.withInvocations(6), run);
        assertThat(rounds).containsExactly(1, 2, 3, 5, 6);
    }

    @Test
    void simulations_have_no_rounds() {
        List<Simulation> two = List.of(Simulation.named("hello"), Simulation.named("cpu"));

        session(1, Plan.draw("sources", List.of(BROKEN), two, List.of(Phase.COLD), 2, 1), new RunFolder(folder));

        assertThat(rounds).isEmpty();
    }

    @Test
    void a_variant_passes_the_gate_once_in_each_session_that_measures_it() {
        RunFolder run = new RunFolder(folder);
        Plan plan = Plan.draw("quick", List.of(BROKEN), List.of(new Loops(10, 200)), List.of(Phase.COLD), 2, 1);

        session(1, plan, run);
        assertThat(started).containsExactly("broken");

        // Nothing of the plan is left, but a precision asks for more.
        session(2, plan.withInvocations(3), run);
        assertThat(started).containsExactly("broken", "broken");
        assertThat(plan.withInvocations(4).order())
                .allSatisfy(slot -> assertThat(Json.read(run.invocation(slot).outcome(), Invocation.class))
                        .hasValueSatisfying(outcome -> {
                            assertThat(outcome.complete()).isFalse();
                            assertThat(outcome.failure()).contains("it does not start");
                        }));
    }

    @Test
    @Tag("slow")
    void the_servers_of_a_round_are_up_together_and_get_warm_up_and_warm_load_in_turn() {
        Plan plan = Plan.draw(
                "quick",
                List.of(variant("a"), variant("b"), variant("breaks")),
                List.of(new Loops(10, 16)),
                List.of(Phase.COLD, Phase.WARM),
                1,
                1);
        RunFolder run = new RunFolder(folder);

        new Experiment(plan, run, 1, together(), new Silent(), _ -> Optional.empty(), _ -> {}).run();

        List<String> order = plan.order().stream()
                .map(Plan.Slot::variant)
                .filter(id -> !id.equals("breaks"))
                .toList();
        String first = order.getFirst();
        String last = order.getLast();
        List<String> turns = new ArrayList<>(turns(10, first, last));
        turns.addAll(List.of(first, last));
        turns.addAll(turns(16, first, last));
        turns.addAll(List.of("end " + first, "end " + last));
        assertThat(started)
                .as("both get ten windows until they are steady, one to be woken, and sixteen that are measured")
                .endsWith(turns.toArray(String[]::new));
        assertThat(Json.read(run.invocation(new Plan.Slot("breaks", 1)).outcome(), Invocation.class))
                .hasValueSatisfying(outcome -> assertThat(outcome.failure()).contains("it breaks under load"));
        for (String id : order) {
            assertThat(Json.read(run.invocation(new Plan.Slot(id, 1)).outcome(), Invocation.class))
                    .hasValueSatisfying(
                            outcome -> assertThat(outcome.complete()).isTrue());
            assertThat(run.invocation(new Plan.Slot(id, 1)).load(Phase.WARM).windows())
                    .hasSize(16);
        }
    }

    @Test
    @Tag("slow")
    void servers_that_want_the_same_port_are_not_up_together() {
        List<Variant> same = Stream.of("a", "b")
                .map(id -> new Variant(id, id, "jvm", "app", "app.jar", "app", Map.of("SERVER_PORT", "8080")))
                .toList();
        Plan plan = Plan.draw("quick", same, List.of(new Loops(10, 16)), List.of(Phase.COLD, Phase.WARM), 1, 1);

        new Experiment(plan, new RunFolder(folder), 1, together(), new Silent(), _ -> Optional.empty(), _ -> {}).run();

        List<String> ends = started.stream()
                .filter(what -> what.startsWith("start ") || what.startsWith("end "))
                .toList();
        for (int i = 0; i < ends.size(); i += 2) {
            assertThat(ends.get(i)).startsWith("start ");
            assertThat(ends.get(i + 1)).isEqualTo(ends.get(i).replace("start ", "end "));
        }
        assertThat(ends).hasSize(8);
    }

    @Test
    @Tag("slow")
    void a_round_with_more_servers_than_fit_is_loaded_in_groups_of_the_same_size() {
        List<Variant> four =
                Stream.of("a", "b", "c", "d").map(ExperimentTest::variant).toList();
        Plan plan = Plan.draw("quick", four, List.of(new Loops(10, 16)), List.of(Phase.COLD, Phase.WARM), 1, 1);

        new Experiment(plan, new RunFolder(folder), 1, together(), new Silent(), _ -> Optional.empty(), _ -> {}).run();

        List<String> starts = started.stream()
                .filter(what -> what.startsWith("start ") || what.startsWith("end "))
                .map(what -> what.substring(0, what.indexOf(' ')))
                .toList();
        assertThat(starts.subList(starts.size() - 8, starts.size()))
                .as("three servers fit")
                .containsExactly("start", "start", "end", "end", "start", "start", "end", "end");
    }

    @Test
    void a_failure_that_is_not_of_the_variant_ends_the_run_and_is_not_recorded() {
        RunFolder run = new RunFolder(folder);
        Plan plan = Plan.draw("quick", List.of(BROKEN), List.of(new Loops(10, 200)), List.of(Phase.COLD), 1, 1);
        Testbed sound = together();
        Testbed disturbed = fake(Testbed.class, (_, method, arguments) -> {
            // The gate's start succeeds.
            if (method.getName().equals("start") && !started.isEmpty()) {
                throw Fault.ofTheRun("app.jar was built again", null);
            }
            return method.invoke(sound, arguments);
        });

        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() ->
                        new Experiment(plan, run, 1, disturbed, new Silent(), _ -> Optional.empty(), _ -> {}).run())
                .withMessage("app.jar was built again");
        assertThat(Experiment.left(plan, run)).hasSize(1);
    }

    /** Every second turn is in reverse order. */
    private static List<String> turns(int windows, String first, String last) {
        List<String> turns = new ArrayList<>();
        for (int window = 1; window <= windows; window++) {
            turns.addAll(window % 2 == 1 ? List.of(first, last) : List.of(last, first));
        }
        return turns;
    }

    private static Variant variant(String id) {
        return new Variant(id, id, "jvm", "app", "app.jar", "app", Map.of());
    }

    /** A testbed that runs several servers, none of which is real. One of them breaks under load. */
    private Testbed together() {
        return fake(Testbed.class, (_, method, arguments) -> switch (method.getName()) {
            case "servers" -> 3;
            case "sharesPorts" -> true;
            case "start" -> server(((Variant) arguments[0]).id());
            case "check" -> new ContractCheck.Report(1, 0, List.of());
            case "work" -> Map.of();
            case "machine" -> (Probe.Source<Machine>) Machine::silent;
            case "client" -> client();
            case "databaseMeter" -> METER;
            case "executed" -> NOTHING;
            case "databaseCounters" -> Map.of();
            case "rows" -> 0L;
            case "resetTable" -> null;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private RunningVariant server(String id) {
        started.add("start " + id);
        return fake(RunningVariant.class, (_, method, _) -> switch (method.getName()) {
            case "startup" -> new Startup(1, "spawn", 0.1, 1, null, null);
            case "management", "heap" -> Optional.empty();
            case "limits" -> new Invocation.AppliedLimits(null, null, null);
            case "jvm" -> Jvm.missing("nothing runs");
            case "meter" -> METER;
            case "toString" -> id;
            case "close" -> started.add("end " + id);
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private LoadClient client() {
        return fake(LoadClient.class, (_, method, arguments) -> switch (method.getName()) {
            case "load" -> {
                String id = arguments[0].toString();
                if (id.equals("breaks")) {
                    throw Fault.broken("it breaks under load");
                }
                started.add(id);
                Files.writeString((Path) arguments[2], "samples");
                yield sent((LoadOrder) arguments[1]);
            }
            case "loadStub" -> sent((LoadOrder) arguments[0]);
            case "meter", "stubMeter" -> METER;
            case "cpus" -> 1;
            case "close" -> null;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private static Load.Sent sent(LoadOrder order) {
        return new Load.Sent("jmeter", "closed", order.threads(), order.requests(), 0, 0, 1000, 1000, null, null);
    }

    private static <T> T fake(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** Each session adds a round. */
    private void session(int number, Plan begun, RunFolder run) {
        Plan wished = begun.withInvocations(begun.invocations() + 1);
        List<Plan> more = new ArrayList<>(List.of(wished));
        new Experiment(
                        begun,
                        run,
                        number,
                        testbed(),
                        new Silent(),
                        _ -> more.isEmpty() ? Optional.empty() : Optional.of(more.removeFirst()),
                        soFar -> rounds.add(soFar.invocations()))
                .run();
    }

    private Testbed testbed() {
        return fake(Testbed.class, (_, method, arguments) -> {
            if (method.getName().equals("start")) {
                started.add(((Variant) arguments[0]).id());
                throw Fault.broken("it does not start");
            }
            return method.getReturnType() == long.class ? 0L : null;
        });
    }

    private static final class Silent implements Progress {
        @Override
        public void step(String what, int done, int of, Duration left) {
            // Nobody watches.
        }

        @Override
        public void trouble(String what) {
            // It is in the outcome of the start.
        }
    }
}
