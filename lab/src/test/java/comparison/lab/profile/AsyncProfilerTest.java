package comparison.lab.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import comparison.harness.report.Warning;
import comparison.lab.study.BusyJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AsyncProfilerTest {

    private static final String BURNT = "comparison.lab.study.Busy.burnt";
    private static final String GARBAGE = "comparison.lab.study.Busy.garbage";

    @TempDir
    private Path folder;

    @Test
    void a_busy_jvm_gets_flame_graphs_whose_frames_are_those_that_were_busy() throws Exception {
        try (BusyJvm jvm = BusyJvm.start(folder.resolve("err.log"), "-XX:+EnableDynamicAgentLoading")) {
            AsyncProfiler profiler = new AsyncProfiler(new ProfiledJvm(jvm.pid(), folder), "busy");
            Path recording = folder.resolve("profile.jfr");

            List<Event> started = profiler.start(List.of(Event.CPU, Event.ALLOC), recording);
            jvm.awaitProcessorTime();
            profiler.stop();

            assertThat(started).containsExactly(Event.CPU, Event.ALLOC);
            started.forEach(event -> FlameGraphs.draw(recording, event, event.meaning(), folder));
            assertThat(folder.resolve("cpu.html")).content().contains("burnt");
            Map<String, Long> cpu = FlameGraphs.summed(FlameGraphs.stacks(recording, Event.CPU));
            assertThat(cpu.getOrDefault(BURNT, 0L)).isGreaterThan(cpu.getOrDefault("all", 0L) / 2);
            assertThat(FlameGraphs.summed(FlameGraphs.stacks(recording, Event.ALLOC))
                            .get(GARBAGE))
                    .isPositive();
            List<String> stacks = FlameGraphs.stacks(recording, Event.CPU);
            FlameGraphs.difference(stacks, stacks, "no difference", folder.resolve("difference.html"));
            assertThat(folder.resolve("difference.html")).content().contains("no difference");
        }
    }

    @Test
    void a_jvm_that_lets_nobody_attach_is_a_warning_with_the_cure() throws IOException {
        try (BusyJvm jvm = BusyJvm.start(folder.resolve("err.log"), "-XX:+DisableAttachMechanism")) {
            AsyncProfiler profiler = new AsyncProfiler(new ProfiledJvm(jvm.pid(), folder), "busy");

            assertThat(profiler.start(List.of(Event.ALLOC), folder.resolve("profile.jfr")))
                    .isEmpty();

            assertThat(profiler.warnings())
                    .singleElement()
                    .extracting(Warning::line)
                    .asString()
                    .contains("busy: async-profiler: event alloc", "-XX:+DisableAttachMechanism");
            assertThat(jvm.process().isAlive()).isTrue();
        }
    }

    @Test
    void stacks_are_summed_for_each_frame_that_is_on_them_however_it_ran() {
        assertThat(FlameGraphs.summed(List.of(
                        "java/lang/Thread.run_[j];sprout/server/EventLoop.run_[j];sprout/server/EventLoop.turn_[i] 30",
                        "java/lang/Thread.run_[j];sprout/server/EventLoop.run_[0];sprout/server/EventLoop.run_[j] 12")))
                .containsOnly(
                        entry("all", 42L),
                        entry("java.lang.Thread.run", 42L),
                        entry("sprout.server.EventLoop.run", 42L),
                        entry("sprout.server.EventLoop.turn", 30L));
    }

    @Test
    void frames_too_narrow_to_see_are_cut_and_their_callers_keep_their_values() {
        assertThat(FlameGraphs.visible(List.of("a;b;c 9980", "a;b;d;e 8", "a;f 12")))
                .containsExactly("a;b;c 9980", "a;b 8", "a;f 12");
    }

    @Test
    void the_library_is_removed_after_the_run() throws IOException {
        Files.createFile(folder.resolve("libasyncProfiler.so"));

        new AsyncProfiler(new ProfiledJvm(1, folder), "busy").clean();

        assertThat(folder).isEmptyDirectory();
    }
}
