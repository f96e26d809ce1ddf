package comparison.harness.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CgroupMeterTest {

    @TempDir
    Path mount;

    @Test
    void version_2_tells_time_used_time_throttled_and_the_quota() throws IOException {
        Path group = group("g");
        Files.writeString(group.resolve("memory.stat"), "anon 4096\nfile 8192\nshmem 1024\n");
        Files.writeString(group.resolve("memory.current"), "12288\n");
        Files.writeString(group.resolve("cpu.stat"), "usage_usec 1500\nnr_throttled 2\nthrottled_usec 700\n");
        Files.writeString(group.resolve("cpu.max"), "50000 100000\n");

        CgroupMeter meter = CgroupMeter.v2(group);

        assertThat(meter.read().cpuNanos()).isEqualTo(1_500_000);
        assertThat(meter.throttledNanos()).isEqualTo(700_000);
        assertThat(meter.limits().cpus()).isEqualTo(0.5);
    }

    @Test
    void shared_memory_is_memory_and_no_file_in_both_versions() throws IOException {
        Path v2 = group("v2");
        Files.writeString(v2.resolve("memory.stat"), "anon 4096\nfile 8192\nshmem 1024\n");
        Files.writeString(v2.resolve("memory.current"), "12288\n");
        Files.writeString(v2.resolve("cpu.stat"), "usage_usec 1500\n");
        Path v1 = group("v1");
        Files.writeString(
                v1.resolve("memory.stat"),
                "cache 1\nrss 2\nshmem 3\ntotal_cache 8192\ntotal_rss 4096\ntotal_shmem 1024\n");
        Files.writeString(v1.resolve("memory.max_usage_in_bytes"), "12288\n");
        Files.writeString(v1.resolve("cpuacct.usage"), "1500000\n");

        for (CgroupMeter meter : List.of(CgroupMeter.v2(v2), CgroupMeter.v1(v1, v1))) {
            Reading reading = meter.read();

            assertThat(reading.anonBytes()).isEqualTo(5120);
            assertThat(reading.fileBytes()).isEqualTo(7168);
            assertThat(reading.peakBytes()).isEqualTo(12_288);
        }
    }

    @Test
    void version_1_keeps_quota_and_throttling_beside_the_accounting() throws IOException {
        Path accounting = group("cpuacct/g");
        Path quota = group("cpu/g");
        Files.writeString(quota.resolve("cpu.stat"), "nr_periods 5\nnr_throttled 2\nthrottled_time 700000\n");
        Files.writeString(quota.resolve("cpu.cfs_quota_us"), "50000\n");
        Files.writeString(quota.resolve("cpu.cfs_period_us"), "100000\n");

        CgroupMeter meter = CgroupMeter.v1(group("memory/g"), accounting);

        assertThat(meter.throttledNanos()).isEqualTo(700_000);
        assertThat(meter.limits().cpus()).isEqualTo(0.5);
    }

    @Test
    void a_kernel_that_counts_no_throttling_is_not_taken_for_one_that_does_none() throws IOException {
        Path group = group("g");
        Files.writeString(group.resolve("cpu.stat"), "usage_usec 1500\n");

        assertThat(CgroupMeter.v2(group).throttledNanos()).isNull();
    }

    private Path group(String name) throws IOException {
        return Files.createDirectories(mount.resolve(name));
    }
}
