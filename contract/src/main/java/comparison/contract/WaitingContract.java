package comparison.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The additional contract of an application that serves {@code GET /benchmark/latency}, whose answers wait. */
public interface WaitingContract extends Targeted {

    @ParameterizedTest
    @CsvSource({"latency?ms=0,0", "latency?ms=30,30", "latency,100"})
    default void anAnswerWaitsAsLongAsAsked(String route, int millis) {
        long start = System.nanoTime();
        assertThat(app().get("/benchmark/" + route).has(200).is("text/plain").text())
                .isEqualTo("Delayed response after " + millis + "ms");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "10001", "long"})
    default void aWaitOutOfRangeIsRefused(String millis) {
        app().get("/benchmark/latency?ms=" + millis).isProblem(400);
    }

    @Test
    default void waitsAreOnlyRead() {
        assertThat(app().post("/benchmark/latency", "{}").isProblem(405).header("Allow"))
                .contains("GET");
    }
}
