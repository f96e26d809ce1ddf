package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests many downloads of 100 MB from a server whose heap is a third of that; docs/files.md explains how to run a
 * thousand.
 */
@Tag("slow")
final class FileDownloadTest {
    private static final int CLIENTS = 20;
    private static final int DOWNLOADS = Integer.getInteger("downloads", CLIENTS);
    private static final long SIZE = 100_000_000;
    private static final long MAX_GROWTH = 10_000_000;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @ParameterizedTest
    @EnumSource
    void growsByLessThanTenMegabytes(EngineMode mode) throws Exception {
        Path file = folder.resolve("large");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(SIZE);
        }
        try (ChildServer server = new ChildServer(mode, file, 1024, "32m")) {
            long before = server.heapUsed();
            long start = System.nanoTime();
            downloadAll(server);
            long millis = (System.nanoTime() - start) / 1_000_000;
            long growth = server.heapUsed() - before;
            System.out.printf(
                    "%s: %d downloads of %d bytes by %d clients in %d ms, heap grew by %d bytes under -Xmx32m%n",
                    mode, DOWNLOADS, SIZE, CLIENTS, millis, growth);
            assertThat(growth).isLessThan(MAX_GROWTH);
        }
    }

    private static void downloadAll(ChildServer server) throws Exception {
        try (var executor = Executors.newFixedThreadPool(CLIENTS)) {
            Callable<Long> download = () -> download(server.port());
            for (Future<Long> bytes : executor.invokeAll(
                    IntStream.range(0, DOWNLOADS).mapToObj(i -> download).toList())) {
                assertThat(bytes.get()).isGreaterThan(SIZE);
            }
        }
    }

    private static long download(int port) throws IOException {
        try (SocketChannel channel =
                SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
            channel.write(
                    StandardCharsets.US_ASCII.encode("GET /file HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n"));
            ByteBuffer buffer = ByteBuffer.allocateDirect(256 * 1024);
            long all = 0;
            for (int count = channel.read(buffer); count >= 0; count = channel.read(buffer.clear())) {
                all += count;
            }
            return all;
        }
    }
}
