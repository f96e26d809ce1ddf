package sprout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import comparison.contract.Program;
import comparison.contract.SkippableTest;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sprout.config.ConfigException;
import sprout.fixture.chat.ChatFixture;
import sprout.server.TestTls;
import sprout.server.TlsKeys;

/** HTTPS, event streams and wss of an application by its configuration keys, in every mode. */
@Tag("slow")
class TlsApplicationTest {
    @TempDir
    private Path folder;

    private static SproutContext start(String... settings) throws IOException {
        List<String> all = new ArrayList<>(List.of("--server.port=0", "--management.server.port=0"));
        all.addAll(List.of(settings));
        return SproutApplication.of(ChatFixture.class, all.toArray(String[]::new))
                .start();
    }

    @ParameterizedTest
    @CsvSource({"nio,virtual", "nio,platform", "hybrid,virtual", "hybrid,platform"})
    void everythingIsServedOverTls(String mode, String threads) throws Exception {
        try (SproutContext application = start(
                        "--server.execution-mode=" + mode,
                        "--server.thread-type=" + threads,
                        "--server.ssl.certificate=" + TestTls.CERTIFICATE,
                        "--server.ssl.certificate-private-key=" + TestTls.PRIVATE_KEY,
                        "--server.websocket.max-message-size=20000000");
                HttpClient client =
                        HttpClient.newBuilder().sslContext(TestTls.client(null)).build()) {
            URI events = URI.create("https://localhost:" + application.port() + "/events");
            assertThat(client.send(HttpRequest.newBuilder(events).build(), BodyHandlers.ofString())
                            .body())
                    .contains("data: two");
            Turned turned = new Turned();
            WebSocket socket = client.newWebSocketBuilder()
                    .buildAsync(URI.create("wss://localhost:" + application.port() + "/chat/x"), turned)
                    .join();
            byte[] large = new byte[5_000_000];
            large[0] = 1;
            socket.sendBinary(ByteBuffer.wrap(large), true).join();
            assertThat(turned.last.get(20, TimeUnit.SECONDS)).isEqualTo(1);
            socket.sendClose(1000, "").join();
            assertThat(turned.closed.get(20, TimeUnit.SECONDS)).isEqualTo(1000);
        }
    }

    @ParameterizedTest
    @CsvSource({"http, 403", "https, 101"})
    void pagesInClearTextMayNotOpenWebSocketsOfTls(String scheme, int status) throws Exception {
        try (SproutContext application = start(
                        "--server.ssl.certificate=" + TestTls.CERTIFICATE,
                        "--server.ssl.certificate-private-key=" + TestTls.PRIVATE_KEY);
                HttpClient client =
                        HttpClient.newBuilder().sslContext(TestTls.client(null)).build()) {
            String authority = "localhost:" + application.port();
            int answered = client.newWebSocketBuilder()
                    .header("Origin", scheme + "://" + authority)
                    .buildAsync(URI.create("wss://" + authority + "/chat/x"), new Turned())
                    .handle(TlsApplicationTest::status)
                    .join();
            assertThat(answered).isEqualTo(status);
        }
    }

    /** Ends the session, for which the client would wait as long as it is open. */
    private static int status(@Nullable WebSocket opened, @Nullable Throwable failure) {
        if (opened != null) {
            opened.abort();
            return 101;
        }
        return failure instanceof CompletionException later
                        && later.getCause() instanceof WebSocketHandshakeException refused
                ? refused.getResponse().statusCode()
                : 0;
    }

    /** Waits for the last byte of a large message. */
    private static final class Turned implements WebSocket.Listener {
        final CompletableFuture<Integer> last = new CompletableFuture<>();
        final CompletableFuture<Integer> closed = new CompletableFuture<>();

        @Override
        public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean isLast) {
            if (isLast) {
                last.complete((int) data.get(data.limit() - 1));
            }
            socket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            closed.complete(code);
            return null;
        }
    }

    @SkippableTest
    @Test
    void curlIsServedFromAKeyStore() throws Exception {
        try (SproutContext application = start(
                "--server.ssl.key-store=" + TestTls.KEY_STORE, "--server.ssl.key-store-password=" + TestTls.PASSWORD)) {
            String answer = RealClient.run(
                    Program.CURL.required(),
                    "--silent",
                    "--show-error",
                    "--cacert",
                    TestTls.CERTIFICATE.toString(),
                    "--write-out",
                    "%{http_version}",
                    "https://localhost:" + application.port() + "/events");
            assertThat(answer).contains("data: three").endsWith("1.1");
        }
    }

    @Test
    void filesThatCannotBeUsedAreNamedAtStart() throws Exception {
        Path garbage = Files.writeString(folder.resolve("garbage.pem"), "nothing", StandardCharsets.US_ASCII);
        refuses("garbage.pem is not a certificate", garbage, TestTls.PRIVATE_KEY);
        refuses("there is no file " + folder.resolve("missing"), folder.resolve("missing"), TestTls.PRIVATE_KEY);
        refuses("openssl pkcs8 -topk8", TestTls.CERTIFICATE, garbage);
        Path noKey = folder.resolve("no.key");
        Files.writeString(noKey, "-----BEGIN PRIVATE KEY-----nothing-----END PRIVATE KEY-----");
        refuses("no.key is not a private key of the kind", TestTls.CERTIFICATE, noKey);
        refuses("does not belong to the certificate", TestTls.CERTIFICATE, TestTls.otherPrivateKey());
    }

    private static void refuses(String message, Path certificate, Path key) {
        assertThatThrownBy(() ->
                        start("--server.ssl.certificate=" + certificate, "--server.ssl.certificate-private-key=" + key))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("server.ssl.certificate")
                .hasMessageContaining(message);
    }

    @Test
    void aPrivateKeyMayStandInOneLine() throws Exception {
        String pem = Files.readString(TestTls.PRIVATE_KEY, StandardCharsets.US_ASCII);
        Path line = Files.writeString(folder.resolve("line.key"), pem.replace("\n", ""), StandardCharsets.US_ASCII);
        assertThatNoException().isThrownBy(() -> TlsKeys.ofPem(TestTls.CERTIFICATE, line));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "certificate-private-key=key.pem",
                "key-store-password=secret",
                "enabled-protocols=TLSv1.3",
                "client-auth=need",
                "trust-certificate=ca.pem"
            })
    void whatIsSetForTlsWithoutACertificateDoesNotEndInClearText(String setting) {
        assertThatThrownBy(() -> start("--server.ssl." + setting, "--server.ssl.certificat=misspelt.pem"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll(
                        "server.ssl." + setting.substring(0, setting.indexOf('=')),
                        "server.ssl.certificate",
                        "server.ssl.key-store");
    }

    @Test
    void theOwnKeyAndWhomToTrustAreNotMistakenForEachOther() throws Exception {
        Path garbage = Files.writeString(folder.resolve("ca.pem"), "nothing", StandardCharsets.US_ASCII);
        String password = "--server.ssl.key-store-password=" + TestTls.PASSWORD;
        String trusted = "--server.ssl.trust-certificate=";
        assertThatThrownBy(() -> start("--server.ssl.key-store=" + TestTls.KEY_STORE, password, trusted + garbage))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("server.ssl.trust-certificate is refused", "ca.pem");
        Path store = storeWhoseKeyHasAPasswordOfItsOwn();
        assertThatThrownBy(() -> start("--server.ssl.key-store=" + store, password, trusted + TestTls.CERTIFICATE))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll("server.ssl.key-store is refused", "own.p12", "password");
    }

    private Path storeWhoseKeyHasAPasswordOfItsOwn() throws Exception {
        char[] password = TestTls.PASSWORD.toCharArray();
        KeyStore given = KeyStore.getInstance(TestTls.KEY_STORE.toFile(), password);
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry(
                "server",
                given.getKey("server", password),
                "another".toCharArray(),
                given.getCertificateChain("server"));
        Path file = folder.resolve("own.p12");
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, password);
        }
        return file;
    }

    @Test
    void keysThatDoNotFitAreNamedAtStart() {
        String store = "--server.ssl.key-store=" + TestTls.KEY_STORE;
        String password = "--server.ssl.key-store-password=";
        String certificate = "--server.ssl.certificate=" + TestTls.CERTIFICATE;
        assertThatThrownBy(() -> start(store, password + "wrong"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("server.ssl.key-store is refused")
                .hasMessageContaining("keytool");
        assertThatThrownBy(() -> start(store))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("server.ssl.key-store-password is not set");
        assertThatThrownBy(() -> start(certificate))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("server.ssl.certificate-private-key is not set");
        assertThatThrownBy(() -> start(store, certificate))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("keep one");
        assertThatThrownBy(() -> start(store, password + TestTls.PASSWORD, "--server.ssl.enabled-protocols=TLSv9"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("server.ssl.enabled-protocols")
                .hasMessageContaining("TLSv1.3");
    }
}
