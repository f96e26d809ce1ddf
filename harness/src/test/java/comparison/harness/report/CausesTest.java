package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.metric.Metric;
import comparison.harness.record.Load;
import comparison.harness.stats.Spread;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CausesTest {

    private static final List<@Nullable Double> FOUR = List.of(1.0, 1.3, 1.0, 1.3);
    private static final List<Double> NOBODY = Collections.nCopies(16, 0.0);

    @Test
    void rounds_that_cost_server_client_and_database_more_show_the_machine() {
        assertThat(rounds(1.3, 1.3, 1.3)).singleElement().satisfies(warning -> {
            assertThat(warning.code()).isEqualTo("machine-speed");
            assertThat(warning.text())
                    .startsWith("in rounds 2, 4 server, client and database all")
                    .contains("× 1.30, × 1.30");
        });
    }

    @Test
    void rounds_that_cost_the_database_alone_more_show_the_database_and_say_what_it_did() {
        assertThat(rounds(1.07, 1, 1.62)).singleElement().satisfies(warning -> {
            assertThat(warning.code()).isEqualTo("database-state");
            assertThat(warning.text())
                    .contains("× 1.62 of its lower quartile; server × 1.07, client × 1.00")
                    .contains("it did then: 2 vacuums, 9.0 blocks per request; otherwise: 0 vacuums, 4.0 blocks");
        });
    }

    @Test
    void rounds_that_cost_the_server_or_the_client_or_any_two_more_name_no_cause() {
        assertThat(rounds(1.3, 1, 1)).isEmpty();
        assertThat(rounds(1, 1.3, 1)).isEmpty();
        assertThat(rounds(1.3, 1.3, 1)).isEmpty();
        assertThat(rounds(1.3, 1, 1.3)).isEmpty();
        assertThat(rounds(1, 1.3, 1.3)).isEmpty();
        assertThat(rounds(1.3, 1.3, 1.8)).isEmpty();
    }

    @Test
    void four_rounds_tell_nothing() {
        assertThat(Causes.ofRounds(List.of(cell(FOUR, FOUR, FOUR)))).isEmpty();
    }

    @Test
    void a_round_in_which_other_programs_ran_does_not_show_the_machine() {
        List<@Nullable Double> dear = List.of(1.0, 1.3, 1.0, 1.3, 1.0);
        Cell cell = cell(dear, dear, dear);
        cell.figures().put(Metric.SHARE_OTHERS.key(), Spread.of(List.of(0.1, 0.4, 0.1, 0.4, 0.1)));

        assertThat(Causes.ofRounds(List.of(cell))).isEmpty();

        cell.figures().remove(Metric.SHARE_OTHERS.key());
        assertThat(Causes.ofRounds(List.of(cell))).isEmpty();
    }

    @Test
    void what_the_database_did_is_unknown_if_it_was_not_counted() {
        Cell cell = cell(alternating(1), alternating(1), alternating(1.6));
        cell.figures().keySet().removeIf(key -> key.startsWith("database."));

        assertThat(Causes.ofRounds(List.of(cell)))
                .singleElement()
                .satisfies(warning ->
                        assertThat(warning.text()).endsWith("it did then: not counted; otherwise: not counted"));
    }

    @Test
    void windows_that_cost_the_database_alone_more_show_it_if_they_are_many() {
        assertThat(Causes.ofWindows("a warm, invocation 1", windows(2, 1, 1, 1.4), NOBODY))
                .singleElement()
                .satisfies(warning -> {
                    assertThat(warning.about()).isEqualTo("a warm, invocation 1");
                    assertThat(warning.text())
                            .startsWith("in windows 15, 16 the database alone")
                            .contains("it did then: 2 vacuums");
                });
        assertThat(Causes.ofWindows("a", windows(1, 1, 1, 1.4), NOBODY)).isEmpty();
    }

    @Test
    void windows_that_cost_all_more_are_the_machine_s_unless_other_programs_ran() {
        assertThat(Causes.ofWindows("a", windows(3, 1.6, 1.6, 1.6), NOBODY))
                .extracting(Warning::code)
                .containsExactly("machine-speed");
        assertThat(Causes.ofWindows("a", windows(3, 1.6, 1.6, 1.6), Collections.nCopies(16, 0.5)))
                .isEmpty();
    }

    /** Five rounds of one variant; the second and the fourth cost more. */
    private static List<Warning> rounds(double server, double client, double database) {
        return Causes.ofRounds(List.of(cell(alternating(server), alternating(client), alternating(database))));
    }

    private static List<@Nullable Double> alternating(double dear) {
        return List.of(1.0, dear, 1.0, dear, 1.0);
    }

    private static Cell cell(
            List<@Nullable Double> server, List<@Nullable Double> client, List<@Nullable Double> database) {
        Map<String, Spread> figures = new TreeMap<>(Map.of(
                Metric.CPU.key(), Spread.of(server),
                Metric.CPU_CLIENT.key(), Spread.of(client),
                Metric.CPU_DATABASE.key(), Spread.of(database),
                Metric.SHARE_OTHERS.key(), Spread.of(Collections.nCopies(server.size(), 0.1))));
        if (server.size() == 5) {
            figures.put(Metric.VACUUMS.key(), Spread.of(List.of(0.0, 1.0, 0.0, 1.0, 0.0)));
            figures.put(Metric.BLOCKS.key(), Spread.of(List.of(4.0, 9.0, 4.0, 9.0, 4.0)));
        }
        return new Cell(
                "a", "OpenJDK", "A", false, "warm", null, null, 1L, 0L, figures, Map.of(), List.of(), List.of());
    }

    /** Sixteen windows, of which the last ones cost more, while the database vacuums. */
    private static List<Load> windows(int dear, double server, double client, double database) {
        return new ArrayList<>(IntStream.rangeClosed(1, 16)
                .mapToObj(number -> number > 16 - dear
                        ? window(server, client, database, Map.of("person.vacuums", 1L))
                        : window(1, 1, 1, Map.of("person_pkey.idx_scan", 100L)))
                .toList());
    }

    private static Load window(double server, double client, double database, Map<String, Long> counted) {
        Load load =
                SampleRun.facts(1, 0, Math.round(server * 1e6), Math.round(database * 1e6), Math.round(client * 1e6));
        return new Load(
                load.schemaVersion(),
                load.use(),
                load.startedAt(),
                load.seconds(),
                load.rowsLeft(),
                load.startedAtMillis(),
                load.sent(),
                load.cpu(),
                load.pressure(),
                load.jvmBefore(),
                load.jvmAfter(),
                load.client(),
                load.statements(),
                counted);
    }
}
