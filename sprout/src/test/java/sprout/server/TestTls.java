package sprout.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Provides a certificate for localhost, which the JDK's keytool makes once per test run, and clients that trust it. */
public final class TestTls {
    /** The password of the key stores. */
    public static final String PASSWORD = "changeit";

    private static final Path FOLDER = folder();
    /** The private key and its certificate in PKCS #12. The next two are the same in PEM. */
    public static final Path KEY_STORE = make("server");

    public static final Path CERTIFICATE = pem("server", false);
    public static final Path PRIVATE_KEY = pem("server", true);
    /** Read once, because opening a key store derives its key with thousands of hashes. */
    private static final TrustManager[] TRUST = trust();

    private TestTls() {}

    static TlsOptions options() {
        try {
            return TlsOptions.of(TlsKeys.ofPem(CERTIFICATE, PRIVATE_KEY).context(null));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Connects a client whose first byte starts the handshake. ChaCha20, unlike AES, is fast without the JVM's second
     * compiler, which tests do not use.
     */
    static RawClient connect(int port) throws IOException {
        Socket wire = new Socket(InetAddress.getLoopbackAddress(), port);
        SSLSocket secured = (SSLSocket) client(null).getSocketFactory().createSocket(wire, "localhost", port, true);
        secured.setEnabledCipherSuites(new String[] {"TLS_CHACHA20_POLY1305_SHA256"});
        return new RawClient(wire, secured);
    }

    /** Makes a private key, in PEM, that does not belong to the server's certificate. */
    public static Path otherPrivateKey() {
        make("other");
        return pem("other", true);
    }

    /**
     * Creates a client context that trusts the server. Each call creates a new one, so that no handshake resumes a
     * session.
     *
     * @param ownKeys the key store with the client's certificate; null for none
     */
    public static SSLContext client(@Nullable Path ownKeys) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(ownKeys == null ? null : keys(ownKeys).getKeyManagers(), TRUST, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    /** Returns the first message of a handshake, for a client that does not continue it. */
    public static byte[] clientHello() throws IOException {
        SSLEngine engine = client(null).createSSLEngine();
        engine.setUseClientMode(true);
        engine.setEnabledProtocols(
                new String[] {"TLSv1.2"}); // TLS 1.2 allows warnings between the messages of a handshake
        ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(0), hello);
        byte[] bytes = new byte[hello.position()];
        hello.flip().get(bytes);
        return bytes;
    }

    /** Returns the same message with padding (RFC 7685), in one record of the given length after its header. */
    static byte[] clientHello(int content) throws IOException {
        byte[] hello = clientHello();
        byte[] padded = Arrays.copyOf(hello, 5 + content);
        ByteBuffer bytes = ByteBuffer.wrap(padded);
        bytes.putShort(3, (short) content);
        bytes.put(6, (byte) 0).putShort(7, (short) (content - 4));
        int padding = padded.length - hello.length;
        int extensions = 5 + 4 + 2 + 32;
        extensions += 1 + hello[extensions];
        extensions += 2 + bytes.getShort(extensions);
        extensions += 1 + hello[extensions];
        bytes.putShort(extensions, (short) (bytes.getShort(extensions) + padding));
        bytes.putShort(hello.length, (short) 21).putShort(hello.length + 2, (short) (padding - 4));
        return padded;
    }

    private static TrustManager[] trust() {
        try {
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(load(KEY_STORE));
            return trust.getTrustManagers();
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static KeyManagerFactory keys(Path store) throws IOException, GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(load(store), PASSWORD.toCharArray());
        return keys;
    }

    private static KeyStore load(Path store) throws IOException, GeneralSecurityException {
        return KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    }

    private static Path folder() {
        try {
            Path folder = Files.createTempDirectory("sprout-tls");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path make(String name) {
        Path store = FOLDER.resolve(name + ".p12");
        try {
            Process keytool = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-J-XX:TieredStopAtLevel=1", // halves its time
                            "-J-XX:+UseSerialGC",
                            "-genkeypair",
                            "-alias",
                            "server",
                            "-keyalg",
                            "EC",
                            "-groupname",
                            "secp256r1", // as most public sites have it; keytool's default costs several times as much
                            "-dname",
                            "CN=localhost",
                            "-ext",
                            "SAN=dns:localhost,ip:127.0.0.1",
                            "-validity",
                            "3650",
                            "-storetype",
                            "PKCS12",
                            "-storepass",
                            PASSWORD,
                            "-keystore",
                            store.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(FOLDER.resolve(name + ".log").toFile())
                    .start();
            if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
                throw new IllegalStateException("keytool: " + Files.readString(FOLDER.resolve(name + ".log")));
            }
            return store;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path pem(String name, boolean secret) {
        try {
            KeyStore store = load(FOLDER.resolve(name + ".p12"));
            byte[] bytes = secret
                    ? store.getKey("server", PASSWORD.toCharArray()).getEncoded()
                    : store.getCertificate("server").getEncoded();
            String label = secret ? "PRIVATE KEY" : "CERTIFICATE";
            String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
            return Files.writeString(
                    FOLDER.resolve(name + (secret ? ".key" : ".crt")),
                    "-----BEGIN " + label + "-----\n" + text + "\n-----END " + label + "-----\n",
                    StandardCharsets.US_ASCII);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
