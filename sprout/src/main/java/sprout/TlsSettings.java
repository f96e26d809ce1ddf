package sprout;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sprout.config.AppConfig;
import sprout.config.ConfigException;
import sprout.config.Setting;
import sprout.server.TlsKeys;
import sprout.server.TlsOptions;
import sprout.server.TlsOptions.ClientAuth;

/** Reads the keys below {@code server.ssl} and the files that they name. */
final class TlsSettings {
    private static final Setting<String> CERTIFICATE = Setting.text(
            "server.ssl.certificate",
            "",
            "PEM file of the server's certificate; with its private key it switches TLS on");
    private static final Setting<String> PRIVATE_KEY = Setting.text(
            "server.ssl.certificate-private-key", "", "PEM file of the private key, in PKCS #8 without password");
    private static final Setting<String> KEY_STORE =
            Setting.text("server.ssl.key-store", "", "PKCS #12 file with both, instead of the two files");
    private static final Setting<String> PASSWORD =
            Setting.text("server.ssl.key-store-password", "", "of the key store");
    private static final Setting<List<String>> PROTOCOLS = Setting.list(
            Setting.text("server.ssl.enabled-protocols", "", "versions of TLS; TLSv1.3 and TLSv1.2 unless it is set"));
    private static final Setting<ClientAuth> CLIENT_AUTH = Setting.choice(
            "server.ssl.client-auth", ClientAuth.class, "none", "whether clients show a certificate of their own");
    private static final Setting<String> TRUSTED = Setting.text(
            "server.ssl.trust-certificate",
            "",
            "PEM file: who signs the certificates of clients; those that the JDK trusts unless it is set");

    /** The keys that are read here. */
    static final List<Setting<?>> SETTINGS =
            List.of(CERTIFICATE, PRIVATE_KEY, KEY_STORE, PASSWORD, PROTOCOLS, CLIENT_AUTH, TRUSTED);

    private final AppConfig config;

    TlsSettings(AppConfig config) {
        this.config = config;
    }

    /** How TLS is spoken; null if no certificate is named, so that clear text is. */
    @Nullable
    TlsOptions options() {
        String certificate = config.find(CERTIFICATE).orElse(null);
        String keyStore = config.find(KEY_STORE).orElse(null);
        if (certificate == null && keyStore == null) {
            return null;
        }
        if (certificate != null && keyStore != null) {
            throw new ConfigException(
                    "%s and %s are both set: keep one of them".formatted(CERTIFICATE.key(), KEY_STORE.key()));
        }
        List<String> wanted = config.get(PROTOCOLS);
        try {
            return new TlsOptions(
                    keys(certificate, keyStore).context(trusted()),
                    wanted.isEmpty() ? TlsOptions.DEFAULT_PROTOCOLS : wanted,
                    config.get(CLIENT_AUTH));
        } catch (IllegalArgumentException e) {
            throw new ConfigException("%s is refused: %s".formatted(PROTOCOLS.key(), e.getMessage()), e);
        } catch (IOException e) {
            throw new ConfigException("%s is refused: %s".formatted(TRUSTED.key(), e.getMessage()), e);
        }
    }

    private TlsKeys keys(@Nullable String certificate, @Nullable String keyStore) {
        try {
            return certificate != null
                    ? TlsKeys.ofPem(Path.of(certificate), Path.of(required(PRIVATE_KEY, CERTIFICATE)))
                    : TlsKeys.ofKeyStore(Path.of(String.valueOf(keyStore)), required(PASSWORD, KEY_STORE));
        } catch (IOException e) {
            String key = certificate != null ? CERTIFICATE.key() + " with " + PRIVATE_KEY.key() : KEY_STORE.key();
            throw new ConfigException("%s is refused: %s".formatted(key, e.getMessage()), e);
        }
    }

    private String required(Setting<String> key, Setting<String> because) {
        return config.find(key)
                .orElseThrow(() ->
                        new ConfigException("%s is not set, but %s needs it".formatted(key.key(), because.key())));
    }

    private @Nullable Path trusted() {
        return config.find(TRUSTED).map(Path::of).orElse(null);
    }
}
