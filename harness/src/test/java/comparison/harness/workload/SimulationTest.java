package comparison.harness.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import comparison.harness.Fault;
import comparison.harness.plan.Plan;
import comparison.harness.plan.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SimulationTest {

    @Test
    void the_simulations_of_the_source_send_as_many_requests_as_its_profiles_say() {
        assertThat(Simulation.named("hello").requests()).isEqualTo(105 + 10 + 50 + 3000 + 1500 + 4000);
        assertThat(Simulation.named("cpu").requests()).isEqualTo(5 + 20 + 600 + 400 + 750 + 10 + 400);
        assertThat(Simulation.named("latency").requests()).isEqualTo(10_020 + 7_020 + 4_260 + 2_530);
        assertThat(Simulation.named("heavy").requests()).isEqualTo(120_300);
        assertThat(Simulation.named("files").requests()).isEqualTo(1000);
    }

    @Test
    void the_plans_that_jmeter_opens_have_the_same_schedules() throws IOException {
        for (Simulation simulation : Simulation.all()) {
            String plan = Files.readString(Path.of("../jmeter", simulation.plan()));
            Map<String, String> settings = new TreeMap<>(simulation.settings());
            settings.remove("connections");
            if (simulation.loop() == null) {
                settings.forEach((name, schedule) ->
                        assertThat(plan).as(simulation.id()).contains("${__P(%s,%s)}".formatted(name, schedule)));
                simulation
                        .arrivals()
                        .forEach(arrivals -> assertThat(plan)
                                .contains("testclass=\"OpenModelThreadGroup\" testname=\"%s\""
                                        .formatted(arrivals.label())));
            }
        }
    }

    @Test
    void the_ladder_holds_all_connections_at_once_and_waits_until_200_threads_have_answered_them() throws IOException {
        for (int connections : List.of(10, 100, 1000, 5000)) {
            Simulation rung = Simulation.named("ladder-" + connections);
            Simulation.Loop loop = Objects.requireNonNull(rung.loop());
            int delay = Objects.requireNonNull(loop.delayMillis());
            String patience = rung.settings().get("responseTimeout");

            assertThat(1000 * loop.rampSeconds()).isLessThan(loop.loops() * delay);
            assertThat(Integer.parseInt(patience)).isGreaterThan(connections * delay / 200);
            assertThat(Files.readString(Path.of("../jmeter/sources/ladder.jmx")))
                    .contains("${__P(responseTimeout,%s)}".formatted(patience));
        }
    }

    @Test
    void arrivals_of_a_ramp_come_closer_and_closer() {
        Arrivals ramp = new Arrivals("a", List.of(Arrivals.Stage.pause(1), Arrivals.Stage.ramp(0, 10, 2)));

        assertThat(ramp.count()).isEqualTo(10);
        List<Double> due = ramp.dueMillis();
        assertThat(due.getFirst()).isEqualTo(1000);
        // n = 5 t²/2, so the arrival of number n is due after the root of 2 n / 5.
        assertThat(due.get(9)).isCloseTo(1000 + 1000 * Math.sqrt(2 * 9 / 5.0), within(1e-6));
    }

    @Test
    void a_shorter_version_keeps_its_rates() {
        Simulation shorter = Simulation.named("hello").scaled(0.1);

        assertThat(shorter.arrivals().get(1).schedule())
                .contains("rate(100/s) even_arrivals(3 s)")
                .contains("pause(1.5 s)");
        assertThat(shorter.requests()).isBetween(850, 870);
        assertThat(Simulation.named("ladder-1000").scaled(0.1).requests()).isEqualTo(1000);
    }

    @Test
    void a_plan_has_each_variant_once_per_simulation_and_start() {
        Plan plan = Plan.draw(
                "sources",
                VARIANTS,
                List.of(
                        Simulation.named("hello").scaled(0.1),
                        Simulation.named("cpu").scaled(0.1)),
                List.of(Phase.COLD),
                2,
                1);

        assertThat(plan.order()).hasSize(2 * 2 * 2).doesNotHaveDuplicates();
        assertThat(plan.loadsPerInvocation()).isEqualTo(1);
        assertThat(plan.order().subList(0, 4)).allMatch(slot -> "hello".equals(slot.simulation()));
    }

    @Test
    void an_unknown_simulation_is_refused_with_the_nearest_ones() {
        assertThatThrownBy(() -> Simulation.named("helo"))
                .isInstanceOf(Fault.class)
                .hasMessageContaining("Unknown simulation 'helo'")
                .hasMessageContaining("Did you mean hello, ");
    }

    private static final List<Variant> VARIANTS = List.of(
            new Variant("a", "A", "jvm", "a", "a.jar", "a", Map.of()),
            new Variant("b", "B", "jvm", "b", "b.jar", "b", Map.of()));
}
