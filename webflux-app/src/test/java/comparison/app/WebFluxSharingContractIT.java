package comparison.app;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.contract.AppContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The settings that share something: event loops with the database, and the port with management. */
@EnabledOnOs(OS.LINUX) // where the names of threads can be read
class WebFluxSharingContractIT extends AppContract {
    WebFluxSharingContractIT() {
        super("webflux-app", Map.of("EVENT_LOOPS", "shared", "MANAGEMENT_SERVER_PORT", ""));
    }

    @Test
    void clientsAndDatabaseHaveTheSameEventLoops() throws IOException {
        created();
        assertThat(eventLoops())
                .anyMatch(name -> name.startsWith("shared-"))
                .noneMatch(name -> name.startsWith("reactor-tcp"));
    }

    private List<String> eventLoops() throws IOException {
        try (Stream<Path> threads =
                Files.list(Path.of("/proc", Long.toString(process().pid()), "task"))) {
            return threads.map(WebFluxSharingContractIT::name).toList();
        }
    }

    private static String name(Path thread) {
        try {
            return Files.readString(thread.resolve("comm")).strip();
        } catch (IOException ended) {
            return "";
        }
    }
}
