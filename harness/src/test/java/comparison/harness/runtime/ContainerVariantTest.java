package comparison.harness.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.Fault;
import comparison.harness.plan.Limits;
import comparison.harness.plan.Variant;
import comparison.harness.process.Logs;
import comparison.harness.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a script in place of {@code docker}. It is found on the PATH, so each test has a JVM of its own. */
class ContainerVariantTest {

    /** Describes the container once, and does not end a start before it is asked a second time. */
    private static final String FORGETFUL = """
        #!/bin/sh
        cd "$(dirname "$0")" || exit 1
        echo "$*" >> calls
        case "$*" in
            "container inspect"*)
                [ "$(grep -c inspect calls)" = 1 ] || exit 1
                echo '[{"Id": "one", "State": {"Pid": 0, "StartedAt": "0001-01-01T00:00:00Z"},
                    "NetworkSettings": {"Networks": {}}, "HostConfig": {"NanoCpus": 0, "Memory": 0}}]' ;;
            start*)
                until [ "$(grep -c inspect calls)" -gt 1 ]; do sleep 0.1; done ;;
        esac
        """;

    /** Has a container that has said more than fits into the heap. */
    private static final String TALKATIVE = """
        #!/bin/sh
        case "$*" in
            "container inspect"*)
                echo '[{"Id": "one", "State": {"Pid": 0, "StartedAt": "0001-01-01T00:00:00Z"},
                    "NetworkSettings": {"Networks": {}}, "HostConfig": {"NanoCpus": 0, "Memory": 0}}]' ;;
            "logs one")
                head -c 50000000 /dev/zero; echo; echo 'bind failed' >&2 ;;
        esac
        """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    @Test
    void a_container_that_the_engine_does_not_describe_while_it_starts_is_removed() throws IOException {
        assertThat(said(FORGETFUL, Starting.class)).contains("Docker's engine has no container one.");

        assertThat(Files.readAllLines(folder.resolve("calls")))
                .containsSubsequence("cp one:/ -", "rm --force --volumes one");
    }

    @Test
    void a_log_that_is_larger_than_the_heap_is_saved() throws IOException {
        assertThat(said(TALKATIVE, Saving.class)).isEqualTo("50000013 bytes: bind failed");
    }

    private String said(String docker, Class<?> program) throws IOException {
        Path script = Files.writeString(folder.resolve("docker"), docker);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        return new Program(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx32m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        program.getName(),
                        folder.resolve("app.log").toString()))
                .with(Map.of("PATH", folder + ":" + System.getenv("PATH")))
                .within(Duration.ofMinutes(1))
                .run()
                .output();
    }

    /** Saves the log of a container and says how large it is and how it ends. */
    static final class Saving {

        public static void main(String[] arguments) throws IOException {
            Path log = Path.of(arguments[0]);
            Container.inspect("one").saveLog(log);
            System.out.println(Files.size(log) + " bytes: " + Logs.lastLine(log));
        }
    }

    /** Starts a variant and says what comes of it. */
    static final class Starting {

        public static void main(String[] arguments) {
            Variant variant = new Variant("mine", "Mine", "jvm", "mine", "mine.jar", "mine", Map.of());
            try (ContainerVariant started =
                    ContainerVariant.start(variant, Limits.NONE, Container.inspect("one"), Path.of(arguments[0]))) {
                System.out.println("started " + started.startup());
            } catch (Fault e) {
                System.out.println(e.line());
            }
        }
    }
}
