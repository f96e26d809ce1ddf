package comparison.harness.runtime;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Latency and bandwidth of one TCP connection between two machines.
 *
 * @param roundTripMillis shortest of 50 round trips of one byte
 * @param mibPerSecond bandwidth, from a transfer of a quarter of a second to one second
 */
record Link(double roundTripMillis, double mibPerSecond) implements Serializable {

    private static final int ROUNDS = 50;
    /** A transfer that takes this long is not much distorted by the round trip at its end. */
    private static final Duration ENOUGH = Duration.ofMillis(250);

    private static final int MOST = 1 << 30;
    /** Shorter than the time after which a machine that does not answer counts as lost: that one is not the culprit. */
    private static final int TIME_OUT_MILLIS = 3_000;

    private static final int BLOCK = 1 << 16;
    private static final int PING = 1;
    private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final double BYTES_PER_MIB = 1 << 20;

    /**
     * Starts serving one measurement in another thread and returns the port, without waiting. Serving ends after 3 s
     * without a connection or data.
     */
    static int serve(String address, int port) throws IOException {
        ServerSocket server = new ServerSocket();
        server.setReuseAddress(true);
        server.bind(new InetSocketAddress(InetAddress.getByName(address), port));
        server.setSoTimeout(TIME_OUT_MILLIS);
        Thread.ofPlatform().daemon().start(() -> serve(server));
        return server.getLocalPort();
    }

    private static void serve(ServerSocket server) {
        try (server;
                Socket socket = server.accept()) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(TIME_OUT_MILLIS);
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            for (int i = 0; i < ROUNDS; i++) {
                out.write(in.read());
            }
            DataInputStream numbers = new DataInputStream(in);
            for (int size = numbers.readInt(); size > 0; size = numbers.readInt()) {
                numbers.skipNBytes(size);
                out.write(PING);
            }
        } catch (IOException e) {
            // The other end reports it.
        }
    }

    /** Measures the link to a machine that serves. Takes about two seconds. */
    static Link measure(InetSocketAddress to) throws IOException {
        try (Socket socket = new Socket()) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(TIME_OUT_MILLIS);
            socket.connect(to, TIME_OUT_MILLIS);
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            long least = Long.MAX_VALUE;
            for (int i = 0; i < ROUNDS; i++) {
                long start = System.nanoTime();
                out.write(PING);
                if (in.read() != PING) {
                    throw new IOException("the connection has ended");
                }
                least = Math.min(least, System.nanoTime() - start);
            }
            return new Link(least / NANOS_PER_MILLI, mibPerSecond(in, new DataOutputStream(out)));
        }
    }

    /**
     * Sends twice as much each time, until that takes long enough. On a slow link, a fixed time of sending would fill
     * buffers that take many seconds to drain. Sends that once more: links that are limited by an allowance, such as a
     * cloud's, pass more after a rest.
     */
    private static double mibPerSecond(InputStream in, DataOutputStream out) throws IOException {
        int size = BLOCK;
        while (size < MOST && nanos(size, in, out) < ENOUGH.toNanos()) {
            size *= 2;
        }
        long took = nanos(size, in, out);
        out.writeInt(0);
        return size / BYTES_PER_MIB / took * TimeUnit.SECONDS.toNanos(1);
    }

    private static long nanos(int size, InputStream in, DataOutputStream out) throws IOException {
        byte[] block = new byte[BLOCK];
        long start = System.nanoTime();
        out.writeInt(size);
        for (int sent = 0; sent < size; sent += BLOCK) {
            out.write(block);
        }
        if (in.read() != PING) {
            throw new IOException("the connection has ended");
        }
        return System.nanoTime() - start;
    }
}
