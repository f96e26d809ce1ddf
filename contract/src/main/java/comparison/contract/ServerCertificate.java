package comparison.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A private key and its certificate for localhost, valid for a day.
 *
 * @param keyStore PKCS #12 file with both
 */
record ServerCertificate(Path keyStore) {

    private static final String PASSWORD = "changeit";
    private static final Duration KEYTOOL_LIMIT = Duration.ofSeconds(60);

    /**
     * Creates a certificate with the JDK's keytool.
     *
     * @param folder for the key store and a log
     * @throws IllegalStateException if keytool fails; the message has its output
     */
    static ServerCertificate in(Path folder) {
        Path store = folder.resolve("server.p12");
        Path log = folder.resolve("keytool.log");
        try {
            Process keytool = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-genkeypair",
                            "-alias",
                            "server",
                            "-keyalg",
                            "EC",
                            "-dname",
                            "CN=localhost",
                            "-ext",
                            "SAN=dns:localhost",
                            "-validity",
                            "1",
                            "-storetype",
                            "PKCS12",
                            "-storepass",
                            PASSWORD,
                            "-keystore",
                            store.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            if (!keytool.waitFor(KEYTOOL_LIMIT.toSeconds(), TimeUnit.SECONDS) || keytool.exitValue() != 0) {
                throw new IllegalStateException(
                        "keytool makes no certificate: " + Files.readString(log, StandardCharsets.UTF_8));
            }
            return new ServerCertificate(store);
        } catch (IOException e) {
            throw new UncheckedIOException("keytool does not start", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while keytool makes a certificate", e);
        }
    }

    /** Returns the environment variables that make every application of the comparison use this certificate. */
    Map<String, String> settings() {
        return Map.of("SERVER_SSL_KEY_STORE", keyStore.toString(), "SERVER_SSL_KEY_STORE_PASSWORD", PASSWORD);
    }

    /** Returns a client that trusts only this certificate. The caller must close it. */
    HttpClient client() throws IOException {
        try {
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(KeyStore.getInstance(keyStore.toFile(), PASSWORD.toCharArray()));
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .sslContext(context)
                    .build();
        } catch (GeneralSecurityException e) {
            throw new IOException("The key store " + keyStore + " cannot be used: " + e.getMessage(), e);
        }
    }
}
