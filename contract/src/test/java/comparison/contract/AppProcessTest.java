package comparison.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AppProcessTest {

    /** A script that waits for the application instead of being replaced by it. */
    private static final List<String> SCRIPT =
            List.of("sh", "-c", "sleep 600 & echo started on port 1; echo started on port 2; wait");

    @Test
    void endsWhatItsCommandHasStarted() {
        ProcessHandle application;
        try (AppProcess script = AppProcess.start(SCRIPT, Map.of())) {
            application = startedBy(script);
            assertThat(application.isAlive()).isTrue();
        }
        assertThat(application.onExit()).succeedsWithin(Duration.ofSeconds(30));
    }

    @Test
    void endsWhatHasOutlivedTheStopOfItsCommand() {
        ProcessHandle application;
        try (AppProcess script = AppProcess.start(SCRIPT, Map.of())) {
            application = startedBy(script);
            assertThat(script.stop()).isEqualTo(128 + 15);
            assertThat(application.isAlive()).isTrue();
        }
        assertThat(application.onExit()).succeedsWithin(Duration.ofSeconds(30));
    }

    @Test
    void managementMayShareThePortOfTheApi() {
        List<String> onePort = List.of("sh", "-c", "echo started on port 1; sleep 600");
        try (AppProcess script = AppProcess.start(onePort, Map.of("MANAGEMENT_SERVER_PORT", ""))) {
            assertThat(script.management()).isEqualTo(script.app());
        }
    }

    private static ProcessHandle startedBy(AppProcess script) {
        return ProcessHandle.of(script.pid())
                .orElseThrow()
                .descendants()
                .findFirst()
                .orElseThrow();
    }
}
