package comparison.harness.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.harness.Fault;
import comparison.harness.probe.Meter;
import comparison.harness.probe.ProcMeter;
import comparison.harness.process.Child;
import comparison.harness.process.Program;
import comparison.harness.runtime.Processors.Party;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
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
    void what_is_started_while_all_is_closed_does_not_go_on_running() {
        moments.beforeTheSpawn = children::close;

        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> children.start("late", Party.CLIENT, Program.of("sleep", SLEEP), start("late.log")))
                .withMessageContaining("The run is over");
        assertThat(ProcessHandle.current().descendants().filter(ChildrenTest::sleeps))
                .isEmpty();
        assertThat(moments.boxesClosed).isEqualTo(1);
    }

    @Test
    void two_servers_at_the_same_time_are_in_boxes_of_their_own() {
        Program program = Program.of("sleep", SLEEP);
        try (children) {
            children.start("server", Party.SERVER, program, start("a.log"));
            Children.Boxed second = children.start("server", Party.SERVER, program, start("b.log"));
            second.close();
            children.start("server", Party.SERVER, program, start("c.log"));
        }

        assertThat(moments.names).containsExactly("bench-test-server", "bench-test-server-2", "bench-test-server-2");
    }

    private Function<Program, Child> start(String log) {
        return program -> program.start(folder.resolve(log));
    }

    private static boolean sleeps(ProcessHandle process) {
        return process.info().arguments().stream().flatMap(Arrays::stream).anyMatch(SLEEP::equals);
    }

    /** Limits nothing, and lets something happen when a box is asked how to start a process. */
    private static final class Moments implements Confinement {

        private Runnable beforeTheSpawn = () -> {};
        private final List<String> names = new ArrayList<>();
        private int boxesClosed;

        @Override
        public Box box(String name, Party party) {
            names.add(name);
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
        public Facts facts() {
            return new Facts("", "", "", List.of());
        }

        @Override
        public Processors processors() {
            return Processors.here("");
        }
    }
}
