package comparison.harness.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.harness.Fault;
import comparison.harness.plan.Limits;
import comparison.harness.probe.CgroupMeter;
import comparison.harness.record.Disk;
import comparison.harness.runtime.Processors.Party;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
    void what_left_the_tree_of_its_server_is_ended_with_its_group() throws Exception {
        Process daemon = new ProcessBuilder("sleep", "60").start();
        Path group = folder.resolve("server");
        ControlGroups groups = new ControlGroups(List.of(folder), true, Processors.here(""), Limits.NONE);
        Confinement.Box box = groups.box("server", Party.SERVER);
        Path members = Files.writeString(group.resolve("cgroup.procs"), Long.toString(daemon.pid()));
        var removal = daemon.onExit().thenRun(() -> Disk.attempt("delete " + members, () -> Files.delete(members)));

        box.close();

        removal.get(10, TimeUnit.SECONDS);
        assertThat(daemon.isAlive()).isFalse();
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

    @Test
    void a_container_is_found_in_version_2_whichever_driver_the_engine_has() throws IOException {
        for (String group : List.of("system.slice/docker-0a1b.scope", "docker/0a1b")) {
            Path made = Files.createDirectories(folder.resolve(group));
            Files.createFile(made.resolve("cgroup.procs"));
            Files.writeString(made.resolve("memory.stat"), "anon 4096\nfile 8192\nshmem 0\n");
            Files.writeString(made.resolve("memory.current"), "12288\n");
            Files.writeString(made.resolve("memory.max"), "1073741824\n");
            Files.writeString(made.resolve("cpu.stat"), "usage_usec 1500\nthrottled_usec 0\n");
            Files.writeString(made.resolve("cpu.max"), "200000 100000\n");
            List<String> lines = List.of("0::/" + group);

            assertThat(ControlGroups.folder(lines, folder, "memory")).isEmpty();
            CgroupMeter meter =
                    CgroupMeter.v2(ControlGroups.folder(lines, folder, "").orElseThrow());
            assertThat(meter.read().anonBytes()).isEqualTo(4096);
            assertThat(meter.limits().cpus()).isEqualTo(2);
            assertThat(meter.limits().memoryBytes()).isEqualTo(1L << 30);
        }
    }

    @Test
    void in_version_1_a_controller_has_a_folder_of_its_own_or_shares_one() throws IOException {
        Path made = Files.createDirectories(folder.resolve("cpuacct/docker/0a1b"));
        Files.createFile(made.resolve("cgroup.procs"));

        assertThat(ControlGroups.folder(List.of("4:cpu,cpuacct:/docker/0a1b", "0::/"), folder, "cpuacct"))
                .contains(made);
        assertThat(ControlGroups.folder(List.of("4:memory:/docker/gone"), folder, "memory"))
                .isEmpty();
    }
}
