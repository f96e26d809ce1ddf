import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;

/**
 * Writes a Java trust store that holds every certificate of a PEM bundle: {@code java Truststore.java BUNDLE STORE}. One
 * run instead of one keytool process per certificate. The format is JKS, because Java opens its default trust store
 * without a password, and so would see nothing in an encrypted PKCS #12 one.
 */
class Truststore {

    public static void main(String[] args) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("JKS");
        store.load(null, null);
        try (InputStream bundle = Files.newInputStream(Path.of(args[0]))) {
            for (var certificate : CertificateFactory.getInstance("X.509").generateCertificates(bundle)) {
                store.setCertificateEntry("ca-" + store.size(), certificate);
            }
        }
        try (OutputStream file = Files.newOutputStream(Path.of(args[1]))) {
            store.store(file, "changeit".toCharArray());
        }
    }
}
