package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
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
}
