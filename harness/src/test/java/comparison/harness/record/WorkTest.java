package comparison.harness.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkTest {

    private static final Work GATE = new Work(
            1,
            16,
            Map.of(
                    "create", Map.of("insert", 16L),
                    "read", Map.of("select", 16L),
                    "update", Map.of("select", 16L, "update", 16L),
                    "delete", Map.of("delete", 16L)),
            "a",
            List.of());

    private static final Map<String, Long> SENT =
            Map.of("create", 1000L, "read", 1000L, "update", 1000L, "delete", 1000L);

    @Test
    void each_request_of_a_load_costs_what_the_gate_counted_for_its_kind() {
        assertThat(GATE.differences(SENT, Map.of("insert", 1000L, "select", 2000L, "update", 1000L, "delete", 1000L)))
                .isEmpty();
    }

    @Test
    void reads_that_never_reached_the_database_are_found() {
        assertThat(GATE.differences(SENT, Map.of("insert", 1000L, "select", 1999L, "update", 1000L, "delete", 1000L)))
                .containsExactly("'select' 1999 times instead of 2000");
    }

    @Test
    void a_statement_that_the_gate_never_saw_is_found_but_for_what_a_pool_asks_now_and_then() {
        assertThat(GATE.differences(
                        SENT,
                        Map.of(
                                "insert",
                                1000L,
                                "select",
                                2000L,
                                "update",
                                1000L,
                                "delete",
                                1000L,
                                "select 1",
                                10L,
                                "select count",
                                11L)))
                .containsExactly("'select count' 11 times instead of never");
    }
}
