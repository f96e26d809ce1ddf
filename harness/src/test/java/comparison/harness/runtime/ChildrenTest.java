package comparison.harness.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.harness.Fault;
import comparison.harness.probe.Meter;
import comparison.harness.probe.ProcMeter;
import comparison.harness.runtime.Processors.Party;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildrenTest {

    /** No other process of this machine is told to sleep just as long. */
    private static final String SLEEP = "1234.5678";

    private final Moments moments = new Moments();
    private final Children children = new Children(moments, "bench-test");

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    @Test
    void the_flags_of_the_callers_shell_reach_no_child_and_those_of_the_variant_do() {
        Map<String, String> environment = new HashMap<>(Map.of(
                "PATH", "/bin",
                "JAVA_TOOL_OPTIONS", "-Xint",
                "JDK_JAVA_OPTIONS", "-Xint",
                "_JAVA_OPTIONS", "-Xint"));

        Children.settle(environment, Map.of("JDK_JAVA_OPTIONS", "-Xmx32m", "SERVER_PORT", "1"));

        assertThat(environment)
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("PATH", "/bin", "JDK_JAVA_OPTIONS", "-Xmx32m", "SERVER_PORT", "1"));
    }

    @Test
    void a_child_has_the_environment_that_it_is_given() throws Exception {
        Path log = folder.resolve("env.log");
        try (Children.Child child = children.start("env", Party.CLIENT, List.of("env"), Map.of("GIVEN", "yes"), log)) {
            child.process().waitFor();

            assertThat(Files.readAllLines(log)).contains("GIVEN=yes").anyMatch(line -> line.startsWith("PATH="));
        }
    }

    @Test
    void what_is_started_while_all_is_closed_does_not_go_on_running() {
        moments.beforeTheSpawn = children::close;

        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> children.start(
                        "late", Party.CLIENT, List.of("sleep", SLEEP), Map.of(), folder.resolve("late.log")))
                .withMessageContaining("The run is over");
        assertThat(ProcessHandle.current().descendants().filter(ChildrenTest::sleeps))
                .isEmpty();
        assertThat(moments.boxesClosed).isEqualTo(1);
    }

    private static boolean sleeps(ProcessHandle process) {
        return process.info().arguments().stream().flatMap(Arrays::stream).anyMatch(SLEEP::equals);
    }

    /** Limits nothing, and lets something happen when a box is asked how to start a process. */
    private static final class Moments implements Confinement {

        private Runnable beforeTheSpawn = () -> {};
        private int boxesClosed;

        @Override
        public Box box(String name, Party party) {
            return new Box() {
                @Override
                public List<String> command(List<String> command) {
                    beforeTheSpawn.run();
                    return command;
                }

                @Override
                public void adopt(ProcessHandle process) {
                    throw new UnsupportedOperationException();
                }

                @Override
                public Meter meter(ProcessHandle process) {
                    return new ProcMeter(process);
                }

                @Override
                public boolean outOfMemory() {
                    return false;
                }

                @Override
                public void close() {
                    boxesClosed++;
                }
            };
        }

        @Override
        public String limits() {
            return "";
        }

        @Override
        public String limitsWithoutFlags() {
            return "";
        }

        @Override
        public Processors processors() {
            return Processors.here("");
        }

        @Override
        public String memorySource() {
            return "";
        }

        @Override
        public List<String> jvmFlags() {
            return List.of();
        }
    }
}
