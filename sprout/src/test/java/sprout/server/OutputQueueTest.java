package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.GatheringByteChannel;
import org.junit.jupiter.api.Test;

final class OutputQueueTest {
    private final Receiver receiver = new Receiver();
    private final OutputQueue queue = new OutputQueue();

    @Test
    void sendsWhatFollowsManyEmptyBuffers() throws IOException {
        for (int i = 0; i < 20; i++) {
            queue.add(ByteBuffer.allocate(0));
        }
        queue.add(ByteBuffer.wrap(new byte[] {1}), ByteBuffer.allocate(0), ByteBuffer.wrap(new byte[] {2}));
        assertThat(queue.send(receiver)).isEqualTo(2);
        assertThat(queue.isEmpty()).isTrue();
        assertThat(receiver.received.toByteArray()).containsExactly(1, 2);
        assertThat(queue.held()).isZero();
    }

    @Test
    void keepsWhatASocketDoesNotTakeFromSeveralBuffers() throws IOException {
        queue.add(ByteBuffer.wrap(new byte[] {1, 2}), ByteBuffer.wrap(new byte[] {3, 4}));
        receiver.room = 3;
        assertThat(queue.send(receiver)).isEqualTo(3);
        assertThat(queue.send(receiver)).as("without room").isZero();
        assertThat(queue.size()).isEqualTo(1);
        receiver.room = 3;
        assertThat(queue.send(receiver)).isEqualTo(1);
        assertThat(receiver.received.toByteArray()).containsExactly(1, 2, 3, 4);
        assertThat(queue.held()).isZero();
    }

    /** Takes as many bytes as it has room for, like a socket. */
    private static final class Receiver implements GatheringByteChannel {
        private final ByteArrayOutputStream received = new ByteArrayOutputStream();
        private int room = 1 << 20;

        @Override
        public int write(ByteBuffer source) {
            int count = Math.min(room, source.remaining());
            byte[] taken = new byte[count];
            source.get(taken);
            received.writeBytes(taken);
            room -= count;
            return count;
        }

        @Override
        public long write(ByteBuffer[] sources) {
            return write(sources, 0, sources.length);
        }

        @Override
        public long write(ByteBuffer[] sources, int offset, int length) {
            long count = 0;
            for (int i = offset; i < offset + length; i++) {
                count += write(sources[i]);
            }
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
