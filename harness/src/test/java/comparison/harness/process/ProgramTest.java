package comparison.harness.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.harness.Fault;
import java.io.EOFException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class ProgramTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    @Test
    void the_flags_of_the_callers_shell_reach_no_child_and_its_own_do() {
        Map<String, String> environment = new HashMap<>(Map.of(
                "PATH", "/bin",
                "JAVA_TOOL_OPTIONS", "-Xint",
                "JDK_JAVA_OPTIONS", "-Xint",
                "_JAVA_OPTIONS", "-Xint"));

        Program.settle(environment, Map.of("JDK_JAVA_OPTIONS", "-Xmx32m", "SERVER_PORT", "1"));

        assertThat(environment)
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("PATH", "/bin", "JDK_JAVA_OPTIONS", "-Xmx32m", "SERVER_PORT", "1"));
    }

    @Test
    void a_setting_of_one_stack_in_the_callers_shell_reaches_no_server() {
        Map<String, String> environment = new HashMap<>(Map.of(
                "PATH", "/bin",
                "LC_ALL", "C",
                "SPRING_PROFILES_ACTIVE", "dev",
                "QUARKUS_HTTP_LIMITS_MAX_BODY_SIZE", "1",
                "SERVER_MAX_BODY_BYTES", "1",
                "DEBUG", "true"));

        Program.keepCommon(environment);

        assertThat(environment).containsOnlyKeys("PATH", "LC_ALL");
    }

    @Test
    void a_server_has_its_own_settings_and_what_all_programs_need() throws Exception {
        Path log = folder.resolve("log");
        try (Child server = Program.of("env").with(Map.of("SERVER_PORT", "1")).start(log)) {
            assertThat(server.process().waitFor()).isZero();
        }

        assertThat(Files.readAllLines(log))
                .contains("SERVER_PORT=1")
                .allSatisfy(
                        line -> assertThat(line)
                                .matches(
                                        "(PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TZ|LANG|LANGUAGE|LC_\\w+|JAVA_HOME|SERVER_PORT)=.*"));
    }

    @Test
    void a_child_that_is_spoken_to_has_no_other_environment_either() throws Exception {
        List<String> said = new ArrayList<>();
        try (Child client = Program.of("env").with(Map.of("OWN", "1")).startTalking(folder.resolve("errors"))) {
            Conversation conversation = new Conversation(client);
            assertThatExceptionOfType(EOFException.class).isThrownBy(() -> {
                while (true) {
                    said.add(String.valueOf(conversation.hear(Duration.ofSeconds(30))));
                }
            });
        }

        assertThat(said)
                .contains("OWN=1")
                .allSatisfy(line -> assertThat(line)
                        .matches("(PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TZ|LANG|LANGUAGE|LC_\\w+|JAVA_HOME|OWN)=.*"));
    }

    @Test
    void it_has_the_environment_and_the_folder_that_it_is_given() {
        Program program = Program.of("sh", "-c", "echo $GIVEN; pwd; exit 3")
                .with(Map.of("GIVEN", "yes"))
                .in(folder);

        assertThat(program.run()).isEqualTo(new Program.Ended(3, "yes\n" + folder));
    }

    @Test
    void what_it_writes_is_appended_to_its_log() throws Exception {
        Path log = folder.resolve("new/log");
        Program.of("echo", "one").run(log);
        Program.of("sh", "-c", "echo two >&2").run(log);

        assertThat(Files.readAllLines(log)).containsExactly("one", "two");
    }

    @Test
    void one_that_is_too_slow_is_ended_and_one_that_is_not_there_is_named() {
        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() ->
                        Program.of("sleep", "600").within(Duration.ofMillis(1)).run())
                .withMessageContaining("sleep did not end");
        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> Program.of("no-such-program").run())
                .withMessageContaining("Cannot run no-such-program");
    }

    @Test
    void one_that_is_too_slow_and_ignores_sigterm_is_killed_with_its_descendants() throws Exception {
        Program stubborn = Program.of("sh", "-c", "trap '' TERM; sleep 600 & echo $! > sleeper; wait")
                .in(folder)
                .within(Duration.ofSeconds(2));

        assertThatExceptionOfType(Fault.class).isThrownBy(() -> stubborn.run()).withMessageContaining("sh did not end");

        long sleeper =
                Long.parseLong(Files.readString(folder.resolve("sleeper")).strip());
        ProcessHandle.of(sleeper).ifPresent(left -> assertThat(left.onExit()).succeedsWithin(Duration.ofSeconds(30)));
    }

    @Test
    void what_it_complains_of_can_be_left_out_of_its_output() {
        assertThat(Program.of("sh", "-c", "echo said; echo complained >&2")
                        .runWithoutErrors()
                        .output())
                .isEqualTo("said");
    }

    @Test
    void a_child_is_spoken_to_line_by_line_until_it_hangs_up() throws Exception {
        try (Child child = new Program(List.of("sh", "-c", "read order; echo did $order"))
                .startTalking(folder.resolve("errors"))) {
            Conversation conversation = new Conversation(child);
            conversation.say("this");

            assertThat(conversation.hear(Duration.ofSeconds(30))).isEqualTo("did this");
            for (int i = 0; i < 2; i++) {
                assertThatExceptionOfType(EOFException.class)
                        .isThrownBy(() -> conversation.hear(Duration.ofSeconds(30)));
            }
        }
    }

    @Test
    void a_child_that_is_closed_has_ended_with_its_descendants() throws Exception {
        Child child = Program.of("sh", "-c", "sleep 600 & echo $!; wait").startTalking(folder.resolve("errors"));
        long sleeper = Long.parseLong(String.valueOf(new Conversation(child).hear(Duration.ofSeconds(30))));
        child.close();
        child.close();

        assertThat(child.process().isAlive()).isFalse();
        ProcessHandle.of(sleeper).ifPresent(left -> left.onExit().join());
    }
}
