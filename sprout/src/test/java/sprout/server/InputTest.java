package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import sprout.http.RequestHead;

final class InputTest {
    private static final int LONGEST_HEAD = 1_048_576;

    /** Doubling the smallest buffer takes nine steps; the size classes of the pool skip some of them. */
    @Test
    void receivesTheLongestHeadInFewStepsThatEachDoubleTheBuffer() throws IOException {
        ByteBufferPool pool = new ByteBufferPool();
        Input input = new Input(pool, new ByteBudget(LONGEST_HEAD).account("client"), new RequestHead(), LONGEST_HEAD);
        Endless channel = new Endless();
        while (input.available() < LONGEST_HEAD) {
            assertThat(input.receive(channel)).isPositive();
            assertThat(pool.inUse()).isEqualTo(1);
        }
        assertThat(channel.reads).isLessThanOrEqualTo(10);
        byte[] sent = new byte[LONGEST_HEAD];
        for (int i = 0; i < LONGEST_HEAD; i++) {
            sent[i] = (byte) i;
        }
        assertThat(Arrays.copyOfRange(input.bytes(), input.at(), input.at() + LONGEST_HEAD))
                .isEqualTo(sent);
        input.release();
        assertThat(pool.inUse()).isZero();
    }

    /** Fills each buffer completely, and counts the reads. */
    private static final class Endless implements ReadableByteChannel {
        private int reads;
        private int sent;

        @Override
        public int read(ByteBuffer target) {
            int count = target.remaining();
            while (target.hasRemaining()) {
                target.put((byte) sent++);
            }
            reads++;
            return count;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }
}
