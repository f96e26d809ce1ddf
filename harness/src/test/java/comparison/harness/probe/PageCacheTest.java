package comparison.harness.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PageCacheTest {

    @TempDir
    private Path folder;

    @Test
    void filesOfAProcessAreThoseItHasMappedAndThoseItHasOpen() throws IOException {
        Path open = Files.writeString(folder.resolve("open"), "x").toRealPath();
        Path closed = Files.writeString(folder.resolve("closed"), "x").toRealPath();
        try (FileChannel _ = FileChannel.open(open)) {
            Set<Path> files = PageCache.files(ProcessHandle.current().pid());
            Path jvm = Path.of(System.getProperty("java.home")).toRealPath().resolve("lib/server/libjvm.so");
            assertThat(files).contains(open, jvm).doesNotContain(closed);
            assertThat(files).allMatch(Files::isRegularFile);
        }
    }

    @Test
    void aProcessThatHasEndedHasNoFiles() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        assertThat(PageCache.files(ended.pid())).isEmpty();
    }

    @Test
    void warmingReadsAllFilesThatCanBeRead() throws IOException {
        Path file = Files.write(folder.resolve("file"), new byte[3_000_000]);
        long before = bytesRead();
        PageCache.warm(List.of(folder.resolve("missing"), file));
        assertThat(bytesRead() - before).isGreaterThanOrEqualTo(3_000_000);
    }

    /** By system calls of this process (proc_pid_io(5)). */
    private static long bytesRead() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/io")).stream()
                .filter(line -> line.startsWith("rchar: "))
                .mapToLong(line -> Long.parseLong(line.substring("rchar: ".length())))
                .findFirst()
                .orElseThrow();
    }
}
