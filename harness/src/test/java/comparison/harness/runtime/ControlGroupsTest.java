package comparison.harness.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.harness.Fault;
import comparison.harness.plan.Limits;
import comparison.harness.runtime.Processors.Party;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With ordinary folders instead of the kernel's. A folder with a child cannot be removed, like a group in use. */
class ControlGroupsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    @Test
    void a_group_that_is_still_in_use_is_not_the_box_of_the_next_start() throws IOException {
        ControlGroups groups = new ControlGroups(List.of(folder), true, Processors.here(""), Limits.NONE);
        Path group = Files.createDirectory(folder.resolve("server"));
        Path use = Files.createDirectory(group.resolve("use"));

        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> groups.box("server", Party.SERVER))
                .withMessageContaining("The control group %s of an earlier start still has processes".formatted(group));

        Files.delete(use);
        try (Confinement.Box _ = groups.box("server", Party.SERVER)) {
            assertThat(group).isEmptyDirectory();
        }
        assertThat(group).doesNotExist();
    }

    @Test
    void a_server_may_not_swap_if_the_kernel_accounts_for_swap() throws IOException {
        Path swap = Files.createFile(folder.resolve("memory.swap.max"));
        Path memoryAndSwap = Files.createFile(folder.resolve("memory.memsw.limit_in_bytes"));

        ControlGroups.limit(List.of(folder), true);
        ControlGroups.limit(List.of(folder, folder, folder), false);

        assertThat(swap).hasContent("0");
        assertThat(memoryAndSwap).hasContent(Long.toString(Limits.MEMORY_BYTES));
    }

    @Test
    void a_kernel_that_does_not_account_for_swap_limits_memory_alone() throws IOException {
        ControlGroups.limit(List.of(folder), true);

        assertThat(folder.resolve("memory.max")).hasContent(Long.toString(Limits.MEMORY_BYTES));
        assertThat(folder.resolve("memory.swap.max")).doesNotExist();
    }
}
