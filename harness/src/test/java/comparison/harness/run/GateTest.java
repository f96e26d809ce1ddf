package comparison.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.record.Work;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GateTest {

    private static final Work REFERENCE =
            new Work(1, 16, Map.of("read", Map.of("select", 16L), "update", Map.of("update", 16L)), "a", List.of());

    @Test
    void theSameStatementsAreNoDifference() {
        assertThat(Gate.differences(Map.of("read", Map.of("select", 16L), "update", Map.of("update", 16L)), REFERENCE))
                .isEmpty();
    }

    @Test
    void aSecondLookUpIsFound() {
        assertThat(Gate.differences(
                        Map.of("read", Map.of("select", 16L), "update", Map.of("select", 16L, "update", 16L)),
                        REFERENCE))
                .containsExactly("16 x update executes 'select' 16 times instead of 0");
    }

    @Test
    void aDroppedUpdateIsFound() {
        assertThat(Gate.differences(Map.of("read", Map.of("select", 16L)), REFERENCE))
                .containsExactly("16 x update executes 'update' 0 times instead of 16");
    }
}
