package sprout.server;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Reads the certificate and the private key of a server from files. Failures are an {@link IOException} whose message
 * names the file and what to do. Immutable.
 */
public final class TlsKeys {
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";

    private final KeyManagerFactory managers;

    /** Fails if the key has another password than the store. */
    private TlsKeys(KeyStore keys, char[] password) throws GeneralSecurityException {
        managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, password);
    }

    /**
     * Reads keys in PEM, as certificate authorities and ACME clients issue them.
     *
     * @param certificates the server's certificate first, then the intermediate ones up to the root
     * @param privateKey RSA, EC or Ed25519 in PKCS #8, not encrypted
     * @throws IOException if a file cannot be used, or the key does not belong to the certificate
     */
    public static TlsKeys ofPem(Path certificates, Path privateKey) throws IOException {
        Certificate[] chain = certificates(certificates);
        try {
            PrivateKey key = privateKey(privateKey, chain[0].getPublicKey().getAlgorithm());
            requirePair(chain[0], key, certificates, privateKey);
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("server", key, new char[0], chain);
            return new TlsKeys(store, new char[0]);
        } catch (GeneralSecurityException e) {
            throw new IOException("the key in " + privateKey + " cannot be used: " + e.getMessage(), e);
        }
    }

    /**
     * Reads a PKCS #12 store. If it has several private keys, the JDK chooses one in each handshake.
     *
     * @throws IOException if the store cannot be opened with this password, a key has another password, or there is no
     *     key
     */
    public static TlsKeys ofKeyStore(Path file, String password) throws IOException {
        byte[] bytes = read(file);
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(new ByteArrayInputStream(bytes), password.toCharArray());
            for (String alias : java.util.Collections.list(store.aliases())) {
                if (store.isKeyEntry(alias)) {
                    return new TlsKeys(store, password.toCharArray());
                }
            }
        } catch (UnrecoverableKeyException e) {
            throw new IOException(file + " has a key with another password than its own: give both the same", e);
        } catch (IOException | GeneralSecurityException e) {
            throw new IOException(
                    file
                            + " cannot be opened as a PKCS #12 key store with this password: check both with 'keytool -list -keystore "
                            + file + "'",
                    e);
        }
        throw new IOException(file + " holds no private key: export it together with its certificate");
    }

    /**
     * Creates a context with these keys.
     *
     * @param trusted PEM file with the certificates that sign client certificates; null for those that the JDK trusts
     * @throws IOException if these cannot be used
     */
    public SSLContext context(@Nullable Path trusted) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    managers.getKeyManagers(),
                    trusted == null ? null : trustManagers(trusted).getTrustManagers(),
                    null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException(trusted + " cannot be used: " + e.getMessage(), e);
        }
    }

    private static TrustManagerFactory trustManagers(Path trusted) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        int number = 0;
        for (Certificate certificate : certificates(trusted)) {
            store.setCertificateEntry("ca" + number++, certificate);
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        return trust;
    }

    private static Certificate[] certificates(Path file) throws IOException {
        byte[] bytes = read(file);
        try {
            Certificate[] chain = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(bytes))
                    .toArray(Certificate[]::new);
            if (chain.length > 0) {
                return chain;
            }
        } catch (CertificateException e) {
            throw new IOException(file + " is not a certificate in PEM: it begins with -----BEGIN CERTIFICATE-----", e);
        }
        throw new IOException(file + " is not a certificate in PEM: it begins with -----BEGIN CERTIFICATE-----");
    }

    private static PrivateKey privateKey(Path file, String algorithm) throws IOException, GeneralSecurityException {
        String pem = new String(read(file), StandardCharsets.ISO_8859_1);
        int begin = pem.indexOf(BEGIN);
        int end = pem.indexOf("-----END PRIVATE KEY-----", begin + BEGIN.length());
        if (begin < 0 || end < 0) {
            throw new IOException(file + " is not a private key in PKCS #8 without password: make one with"
                    + " 'openssl pkcs8 -topk8 -nocrypt -in " + file + " -out key.pem'");
        }
        try {
            // Also accepts PEM without line breaks, as the lax syntax of RFC 7468 section 3 allows.
            byte[] encoded = Base64.getMimeDecoder().decode(pem.substring(begin + BEGIN.length(), end));
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException(
                    file + " is not a private key of the kind that its certificate has (" + algorithm + ")", e);
        }
    }

    /**
     * Fails early if key and certificate do not belong together. Otherwise every handshake would fail without a clear
     * reason.
     */
    private static void requirePair(Certificate certificate, PrivateKey key, Path certificateFile, Path keyFile)
            throws IOException, GeneralSecurityException {
        String algorithm = switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
        };
        byte[] something = {1, 2, 3};
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(key);
        signature.update(something);
        byte[] signed = signature.sign();
        signature.initVerify(certificate.getPublicKey());
        signature.update(something);
        if (!signature.verify(signed)) {
            throw new IOException("the private key in " + keyFile + " does not belong to the certificate in "
                    + certificateFile + ": use the two that were made together");
        }
    }

    private static byte[] read(Path file) throws IOException {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new IOException("there is no file " + file + ": check the path", e);
        } catch (IOException e) {
            throw new IOException(file + " cannot be read: check its permissions", e);
        }
    }
}
