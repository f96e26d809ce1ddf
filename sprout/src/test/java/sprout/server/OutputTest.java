package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OutputTest {
    @Test
    void tellsHowMuchOfAFileItHasCopied(@TempDir Path folder) throws IOException {
        byte[] content = new byte[ByteBufferPool.LARGE + 100];
        new Random(3).nextBytes(content);
        Path path = Files.write(folder.resolve("file"), content);
        ByteBufferPool pool = new ByteBufferPool();
        Output output = new Output(pool, new ByteBudget(content.length).account("client"));
        output.file(FileChannel.open(path, StandardOpenOption.READ), 0, content.length);
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        var channel = Channels.newChannel(sent);
        assertThat(output.sendFileByCopy(channel)).isEqualTo(ByteBufferPool.LARGE);
        assertThat(output.sendFileByCopy(channel)).isEqualTo(100);
        assertThat(output.isEmpty()).isTrue();
        assertThat(output.sendFileByCopy(channel)).isZero();
        assertThat(sent.toByteArray()).isEqualTo(content);
        assertThat(pool.inUse()).isZero();
    }

    /** TLS offers the bytes of a record again until the socket has taken it. */
    @Test
    void failsWhenAFileBecomesShorterWhileARecordOfTlsWaits(@TempDir Path folder) throws IOException {
        Path path = Files.write(folder.resolve("file"), new byte[100]);
        Output output = new Output(new ByteBufferPool(), new ByteBudget(100).account("client"));
        output.file(FileChannel.open(path, StandardOpenOption.READ), 0, 100);
        WritableByteChannel full = new FullChannel();
        assertThat(output.send(full)).isZero();
        Files.write(path, new byte[60]);
        assertThatThrownBy(() -> output.send(full))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("shorter");
    }

    /** A channel that takes nothing and is no socket. */
    private static final class FullChannel implements WritableByteChannel {
        @Override
        public int write(ByteBuffer source) {
            return 0;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }
}
