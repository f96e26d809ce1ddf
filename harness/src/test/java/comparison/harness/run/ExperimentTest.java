package comparison.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.Fault;
import comparison.harness.plan.Plan;
import comparison.harness.plan.Variant;
import comparison.harness.raw.Invocation;
import comparison.harness.raw.Json;
import comparison.harness.raw.RunFolder;
import comparison.harness.runtime.Testbed;
import comparison.harness.workload.Loops;
import comparison.harness.workload.Phase;
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

    @Test
    void a_variant_passes_the_gate_once_in_each_session_that_measures_it() {
        RunFolder run = new RunFolder(folder);
        Plan plan = Plan.draw("quick", List.of(BROKEN), List.of(new Loops(10, 200)), List.of(Phase.COLD), 2, 1);

        session(1, plan, run);
        assertThat(started).containsExactly("broken");

        // Nothing of the plan is left, but a precision asks for more.
        session(2, plan, run);
        assertThat(started).containsExactly("broken", "broken");
        assertThat(plan.withInvocations(4).order())
                .allSatisfy(slot -> assertThat(Json.read(run.invocation(slot).outcome(), Invocation.class))
                        .hasValueSatisfying(outcome -> {
                            assertThat(outcome.complete()).isFalse();
                            assertThat(outcome.failure()).contains("it does not start");
                        }));
    }

    /** Each session adds a round; the second one begins with nothing left of its plan. */
    private void session(int number, Plan plan, RunFolder run) {
        Plan begun = number == 1 ? plan : plan.withInvocations(3);
        Plan wished = begun.withInvocations(begun.invocations() + 1);
        List<Plan> more = new ArrayList<>(List.of(wished));
        new Experiment(
                        begun,
                        run,
                        number,
                        testbed(),
                        new Silent(),
                        _ -> more.isEmpty() ? Optional.empty() : Optional.of(more.removeFirst()))
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

        @Override
        public void note(String what) {
            // Nobody watches.
        }
    }
}
