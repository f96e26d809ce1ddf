package comparison.harness.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class LeftoversTest {

    @Test
    void what_a_process_made_is_left_once_the_process_is_gone_and_not_before() throws Exception {
        String own = Leftovers.name();
        String gone = own.replace(Long.toString(ProcessHandle.current().pid()), Long.toString(pidOfAnEndedProcess()));

        assertThat(own).isNotEqualTo(gone);
        assertThat(Leftovers.isLeft(own + "-server")).isFalse();
        assertThat(Leftovers.isLeft(gone + "-server")).isTrue();
        assertThat(Leftovers.isLeft(gone)).isTrue();
    }

    @Test
    void the_group_by_which_limits_are_tried_is_told_too() throws Exception {
        assertThat(Leftovers.isLeft("bench-trial-" + pidOfAnEndedProcess())).isTrue();
        assertThat(Leftovers.isLeft("bench-trial-" + ProcessHandle.current().pid()))
                .isFalse();
    }

    @Test
    void what_others_made_is_theirs() throws Exception {
        long gone = pidOfAnEndedProcess();

        assertThat(Leftovers.isLeft("bench-web-" + gone)).isFalse();
        assertThat(Leftovers.isLeft("workbench-" + gone)).isFalse();
    }

    private static long pidOfAnEndedProcess() throws IOException, InterruptedException {
        Process process = new ProcessBuilder("true").start();
        process.waitFor();
        return process.pid();
    }
}
