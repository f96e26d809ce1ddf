package comparison.harness.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JvmTest {

    @Test
    void what_happened_between_two_windows_is_in_neither_of_them() {
        Jvm before = jvm("gcCount", 10.0, "compilersMillis", 100.0)
                .before(jvm("gcCount", 2.0, "compilersMillis", 40.0), jvm("gcCount", 5.0));

        // Three collections in the first window, two in the gap; the second window began at ten.
        assertThat(before.counter("gcCount")).isEqualTo(7);
        assertThat(before.counter("compilersMillis")).as("one reading lacks it").isNull();
    }

    private static Jvm jvm(Object... counters) {
        Map<String, @Nullable Double> map = new HashMap<>();
        for (int i = 0; i < counters.length; i += 2) {
            map.put((String) counters[i], (Double) counters[i + 1]);
        }
        return new Jvm(map, null);
    }
}
