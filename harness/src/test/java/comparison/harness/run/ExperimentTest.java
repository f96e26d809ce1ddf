package comparison.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.Fault;
import comparison.harness.plan.Plan;
import comparison.harness.plan.Variant;
import comparison.harness.record.Invocation;
import comparison.harness.record.Json;
import comparison.harness.record.RunFolder;
import comparison.harness.runtime.Testbed;
import comparison.harness.workload.Loops;
import comparison.harness.workload.Phase;
import comparison.harness.workload.Simulation;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentTest {

    private static final Variant BROKEN = new Variant("broken", "Broken", "jvm", "app", "app.jar", "app", Map.of());

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
        return (Testbed) Proxy.newProxyInstance(
                Testbed.class.getClassLoader(), new Class<?>[] {Testbed.class}, (_, method, arguments) -> {
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
