package comparison.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ConsoleProgressTest {

    private static final Duration SOON = Duration.ofMillis(1);
    private static final Duration NEVER = Duration.ofDays(1);

    private final StringWriter said = new StringWriter();

    @Test
    void what_takes_long_is_named_again_and_again() {
        String result = progress(SOON).during("writing the report", () -> {
            while (said.toString().lines().count() < 3) {
                Thread.onSpinWait();
            }
            return "done";
        });

        assertThat(result).isEqualTo("done");
        assertThat(said.toString().lines()).allMatch(line -> line.matches(".*bench: writing the report \\(\\d+ s\\)"));
    }

    @Test
    void nothing_is_said_of_what_is_done_soon() {
        assertThat(progress(NEVER).during("writing the report", () -> "done")).isEqualTo("done");
        assertThat(said.toString()).isEmpty();
    }

    private ConsoleProgress progress(Duration silent) {
        return new ConsoleProgress(new PrintWriter(said), silent, SOON);
    }
}
