package sprout.soak;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.ssl.SSLSocketFactory;
import sprout.server.RawClient;

/**
 * Where hostile clients connect.
 *
 * @param port on the loopback interface
 * @param secured whether the server expects TLS; its certificate must be in the default trust store
 * @param from last byte of the local address 127.0.0.x, because limits per client go by address
 */
record Target(int port, boolean secured, int from) {
    private static final int PATIENCE_MILLIS = 5000;
    private static final int ANY_SIZE = 0;

    Target from(int address) {
        return new Target(port, secured, address);
    }

    /** Connects; with TLS the handshake happens when something is sent. */
    RawClient open() throws IOException {
        return open(ANY_SIZE);
    }

    /** Connects with a receive buffer of the kernel that is as small as possible. */
    RawClient openNarrow() throws IOException {
        return open(1024);
    }

    private RawClient open(int receiveBuffer) throws IOException {
        Socket wire = connect(receiveBuffer);
        if (!secured) {
            return new RawClient(wire);
        }
        SSLSocketFactory tls = (SSLSocketFactory) SSLSocketFactory.getDefault();
        return new RawClient(wire, tls.createSocket(wire, "localhost", port, true));
    }

    /** Connects without TLS, even if the server expects it. */
    RawClient openBare() throws IOException {
        return new RawClient(connect(ANY_SIZE));
    }

    private Socket connect(int receiveBuffer) throws IOException {
        Socket wire = new Socket();
        try {
            wire.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) from}), 0));
            if (receiveBuffer != ANY_SIZE) {
                wire.setReceiveBufferSize(receiveBuffer);
            }
            wire.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
            return wire;
        } catch (IOException e) {
            wire.close();
            throw e;
        }
    }
}
