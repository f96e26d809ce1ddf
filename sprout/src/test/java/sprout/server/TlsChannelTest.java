package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import sprout.server.TlsChannel.Handshake;

@Timeout(60)
final class TlsChannelTest {
    /** Nanoseconds. No interrupt ends reads of a socket that does not block. */
    private static final long PATIENCE = 20_000_000_000L;

    private final ByteBudget budget = new ByteBudget(1 << 20);
    private final ByteBufferPool pool = new ByteBufferPool(0, budget);

    /**
     * A KeyUpdate (RFC 8446 section 4.6.3) represents all records without content. The socket blocks, so a second read
     * would hang.
     */
    @Test
    void returnsAfterOneReadOfTheSocketEvenIfNoBytesWereInIt() throws Exception {
        try (ServerSocketChannel listener =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            int port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
            try (SSLSocket client = (SSLSocket)
                    TestTls.client(null).getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port)) {
                CompletableFuture<Void> shaken = CompletableFuture.runAsync(() -> handshake(client));
                try (SocketChannel socket = listener.accept()) {
                    TlsChannel channel =
                            new TlsChannel(socket, TestTls.options().engine(), pool, budget.account("client"));
                    while (channel.handshake() != Handshake.DONE) {
                        channel.runTasks();
                    }
                    shaken.join();
                    ByteBuffer target = ByteBuffer.allocate(10);
                    handshake(client);
                    assertThat(channel.read(target)).isZero();
                    client.getOutputStream().write(7);
                    int count = channel.read(target);
                    while (count == 0) {
                        count = channel.read(target);
                    }
                    assertThat(count).isEqualTo(1);
                    channel.release();
                }
            }
        }
        assertThat(pool.inUse()).isZero();
    }

    /** After the server's answer the client repeats a warning that has no effect. */
    @Test
    void endsAHandshakeWhoseRecordsBringNothing() throws Exception {
        byte[] warning = {21, 3, 3, 0, 2, 1, 10};
        converse((client, channel) -> {
            client.getOutputStream().write(TestTls.clientHello());
            client.setSoTimeout(1);
            while (!answered(channel, client)) {
                channel.runTasks();
            }
            for (int i = 0; i < 16 * 1024 / warning.length; i++) {
                client.getOutputStream().write(warning);
            }
            assertThatThrownBy(() -> shakeHands(channel))
                    .isInstanceOf(SSLException.class)
                    .hasMessageContaining("more than 16384 bytes");
        });
    }

    private static boolean answered(TlsChannel channel, Socket client) throws IOException {
        if (channel.handshake() != Handshake.READ) {
            return false;
        }
        try {
            return client.getInputStream().read() >= 0;
        } catch (SocketTimeoutException e) {
            return false;
        }
    }

    private static void shakeHands(TlsChannel channel) throws IOException {
        for (long end = System.nanoTime() + PATIENCE; System.nanoTime() < end; ) {
            assertThat(channel.handshake()).isEqualTo(Handshake.READ);
        }
    }

    @Test
    void holdsAsMuchMemoryAsARecordNeedsThatHasBegun() throws Exception {
        converse((client, channel) -> {
            client.getOutputStream().write(new byte[] {22, 3});
            receive(channel);
            assertThat(budget.used()).isEqualTo(ByteBufferPool.SMALL + TlsChannel.ENGINE);
        });
    }

    @Test
    void holdsLittleMemoryForARecordThatIsAnnouncedAndHardlyBegun() throws Exception {
        converse((client, channel) -> {
            client.getOutputStream().write(new byte[] {22, 3, 1, 0x40, 0, 1});
            receive(channel);
            assertThat(channel.handshake()).isEqualTo(Handshake.READ);
            assertThat(budget.used()).isEqualTo(ByteBufferPool.SMALL + TlsChannel.ENGINE);
        });
    }

    @Test
    void takesNoLargeRecordWhileTheMemoryIsSpent() throws Exception {
        converse((client, channel) -> {
            client.getOutputStream().write(new byte[] {22, 3, 1, 0x40, 0, 1});
            receive(channel);
            assertThat(channel.handshake()).isEqualTo(Handshake.READ);
            ByteBudget.Account others = budget.account("others");
            others.count(budget.limit() * 2);
            client.getOutputStream().write(new byte[ByteBufferPool.SMALL]);
            assertThatThrownBy(() -> shakeHands(channel))
                    .isInstanceOf(SSLException.class)
                    .hasMessageContaining("no memory for a record of 16389 bytes");
            others.count(-budget.limit() * 2);
        });
    }

    @Test
    void beginsNoHandshakeWhileTheMemoryIsSpent() throws Exception {
        converse((client, channel) -> {
            ByteBudget.Account others = budget.account("others");
            others.count(budget.limit() * 2);
            client.getOutputStream().write(new byte[] {22, 3, 1, 0x40, 0, 1});
            assertThatThrownBy(() -> shakeHands(channel))
                    .isInstanceOf(PeerException.class)
                    .hasMessageContaining("no memory for a handshake");
            others.count(-budget.limit() * 2);
        });
    }

    /** The engine keeps the pieces of a message until it is whole. */
    @Test
    void countsTheBytesOfAHandshakeAndRefusesALongOne() throws Exception {
        byte[] piece = new byte[5 + 8000];
        System.arraycopy(new byte[] {22, 3, 3, 0x1f, 0x40, 1, 0, 0x7d, 0}, 0, piece, 0, 9); // of 32,000 bytes
        converse((client, channel) -> {
            client.getOutputStream().write(piece);
            client.getOutputStream().write(Arrays.copyOf(piece, 5));
            client.getOutputStream().write(new byte[8000]);
            while (budget.used() < 2L * piece.length) {
                assertThat(channel.handshake()).isEqualTo(Handshake.READ);
            }
            client.getOutputStream().write(piece);
            assertThatThrownBy(() -> shakeHands(channel))
                    .isInstanceOf(SSLException.class)
                    .hasMessageContaining("more than 16384 bytes");
        });
    }

    /** The engine keeps it. The last record of the handshake may hold half a message too. */
    @Test
    void countsHalfAMessageAfterTheHandshake() throws Exception {
        converseAfterHandshake((client, channel) -> {
            assertThat(budget.used()).isPositive();
            client.send("a");
            assertThat(readByte(channel)).isEqualTo((byte) 'a');
            assertThat(budget.used()).isZero();
            client.send(Tls13Client.HANDSHAKE, new byte[] {Tls13Client.KEY_UPDATE, 0, 0x7f, 0, 1});
            readUntilCounted(channel);
            assertThat(channel.pending()).isFalse();
            assertThat(budget.used()).isEqualTo(5 + 5 + 1 + 16);
        });
    }

    @Test
    void countsRecordsWithoutContentUntilContentArrives() throws Exception {
        converseAfterHandshake((client, channel) -> {
            client.send("a");
            readByte(channel);
            for (int i = 0; i < 40; i++) {
                client.updateKeys(1, i % 2 == 0);
                readUntilCounted(channel);
                client.send("a");
                assertThat(readByte(channel)).isEqualTo((byte) 'a');
                assertThat(budget.used()).isZero();
            }
        });
    }

    /** Each update is followed by content, so only their answers, which the engine keeps, are too many. */
    @Test
    void endsAConnectionThatDoesNotReadTheAnswersToItsKeyUpdates() throws Exception {
        converseAfterHandshake((client, channel) -> {
            ByteBuffer output = ByteBuffer.allocate(1 << 16);
            while (channel.write(output.clear()) > 0) {
                // until the sockets are full
            }
            client.updateKeys(1, true);
            client.send("a");
            assertThat(readByte(channel)).isEqualTo((byte) 'a');
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 100; i++) {
                            client.updateKeys(1, true);
                            client.send("a");
                            readByte(channel);
                        }
                    })
                    .isInstanceOf(SSLException.class)
                    .hasMessageContaining("does not read the answers");
        });
    }

    @Test
    void answersAllKeyUpdatesOfARecordAtOnce() throws Exception {
        converseAfterHandshake((client, channel) -> {
            client.updateKeys(8, true);
            client.send("a");
            assertThat(readByte(channel)).isEqualTo((byte) 'a');
            client.awaitKeyUpdates(8);
        });
    }

    private static byte readByte(TlsChannel channel) throws IOException {
        ByteBuffer target = ByteBuffer.allocate(1);
        long end = System.nanoTime() + PATIENCE;
        while (target.hasRemaining() && System.nanoTime() < end) {
            assertThat(channel.read(target)).isNotNegative();
        }
        assertThat(target.hasRemaining()).isFalse();
        return target.get(0);
    }

    private void readUntilCounted(TlsChannel channel) throws IOException {
        long end = System.nanoTime() + PATIENCE;
        while (budget.used() == 0 && System.nanoTime() < end) {
            assertThat(channel.read(ByteBuffer.allocate(1))).isZero();
        }
        assertThat(budget.used()).isPositive();
    }

    private interface SecretConversation {
        void run(Tls13Client client, TlsChannel channel) throws Exception;
    }

    private void converseAfterHandshake(SecretConversation conversation) throws Exception {
        try (ServerSocketChannel listener =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            int port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
            CompletableFuture<Tls13Client> shaken = CompletableFuture.supplyAsync(() -> shaken(port));
            try (SocketChannel socket = listener.accept()) {
                socket.configureBlocking(false);
                TlsChannel channel = new TlsChannel(socket, TestTls.options().engine(), pool, budget.account("client"));
                while (channel.handshake() != Handshake.DONE) {
                    channel.runTasks();
                }
                try (Tls13Client client = shaken.join()) {
                    conversation.run(client, channel);
                }
                channel.release();
            }
        }
        assertThat(pool.inUse()).isZero();
        assertThat(budget.used()).isZero();
    }

    private static Tls13Client shaken(int port) {
        try {
            return new Tls13Client(port).finish(100);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private void receive(TlsChannel channel) throws IOException {
        while (budget.used() == 0) {
            assertThat(channel.handshake()).isEqualTo(Handshake.READ);
        }
    }

    private interface Conversation {
        void run(Socket client, TlsChannel channel) throws Exception;
    }

    /** Connects a client with a channel whose socket does not block, and releases the channel afterwards. */
    private void converse(Conversation conversation) throws Exception {
        try (ServerSocketChannel listener =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            int port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
            try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port);
                    SocketChannel socket = listener.accept()) {
                socket.configureBlocking(false);
                TlsChannel channel = new TlsChannel(socket, TestTls.options().engine(), pool, budget.account("client"));
                conversation.run(client, channel);
                channel.release();
            }
        }
        assertThat(pool.inUse()).isZero();
        assertThat(budget.used()).isZero();
    }

    /** Performs a handshake; the second one of a client is a KeyUpdate. */
    private static void handshake(SSLSocket client) {
        try {
            client.startHandshake();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
