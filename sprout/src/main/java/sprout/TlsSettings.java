package sprout;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import sprout.config.AppConfig;
import sprout.config.ConfigException;
import sprout.config.Setting;
import sprout.server.TlsKeys;
import sprout.server.TlsOptions;
import sprout.server.TlsOptions.ClientAuth;

/** Reads the settings below {@code server.ssl} and the files that they name. */
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
            "server.ssl.client-auth",
            ClientAuth.class,
            "none",
            "whether clients show a certificate: `none`, `want` or `need`");
    private static final Setting<String> TRUSTED = Setting.text(
            "server.ssl.trust-certificate",
            "",
            "PEM file of the authorities that sign clients' certificates; by default those that the JDK trusts");

    /** All settings of this class. */
    static final List<Setting<?>> SETTINGS =
            List.of(CERTIFICATE, PRIVATE_KEY, KEY_STORE, PASSWORD, PROTOCOLS, CLIENT_AUTH, TRUSTED);

    private final AppConfig config;

    TlsSettings(AppConfig config) {
        this.config = config;
    }

    /**
     * Builds the options of TLS; null for clear text, if no setting of TLS is set.
     *
     * @throws ConfigException if a setting contradicts another, or a file or a protocol cannot be used
     */
    @Nullable
    TlsOptions options() {
        String certificate = config.find(CERTIFICATE).orElse(null);
        String keyStore = config.find(KEY_STORE).orElse(null);
        if (certificate == null && keyStore == null) {
            requireNothingElse();
            return null;
        }
        if (certificate != null && keyStore != null) {
            throw new ConfigException(
                    "%s and %s are both set: keep one of them".formatted(CERTIFICATE.key(), KEY_STORE.key()));
        }
        SSLContext context = context(keys(certificate, keyStore));
        List<String> wanted = config.get(PROTOCOLS);
        ClientAuth clientAuth = config.get(CLIENT_AUTH);
        try {
            return new TlsOptions(context, wanted.isEmpty() ? TlsOptions.DEFAULT_PROTOCOLS : wanted, clientAuth);
        } catch (IllegalArgumentException e) {
            throw refused(PROTOCOLS.key(), e);
        }
    }

    /** Rejects other TLS settings without a certificate: a misspelt key must not silently switch TLS off. */
    private void requireNothingElse() {
        for (Setting<?> setting : SETTINGS) {
            boolean harmless = setting == CLIENT_AUTH && config.get(CLIENT_AUTH) == ClientAuth.NONE;
            if (!harmless && config.find(setting).isPresent()) {
                throw new ConfigException("%s is set, but neither %s nor %s is, without which there is no TLS"
                        .formatted(setting.key(), CERTIFICATE.key(), KEY_STORE.key()));
            }
        }
    }

    private static ConfigException refused(String key, Exception cause) {
        return new ConfigException("%s is refused: %s".formatted(key, cause.getMessage()), cause);
    }

    private TlsKeys keys(@Nullable String certificate, @Nullable String keyStore) {
        try {
            return certificate != null
                    ? TlsKeys.ofPem(Path.of(certificate), Path.of(required(PRIVATE_KEY, CERTIFICATE)))
                    : TlsKeys.ofKeyStore(Path.of(String.valueOf(keyStore)), required(PASSWORD, KEY_STORE));
        } catch (IOException | InvalidPathException e) {
            throw refused(certificate != null ? CERTIFICATE.key() + " with " + PRIVATE_KEY.key() : KEY_STORE.key(), e);
        }
    }

    private SSLContext context(TlsKeys keys) {
        try {
            return keys.context(config.find(TRUSTED).map(Path::of).orElse(null));
        } catch (IOException | InvalidPathException e) {
            throw refused(TRUSTED.key(), e);
        }
    }

    private String required(Setting<String> key, Setting<String> because) {
        return config.find(key)
                .orElseThrow(() ->
                        new ConfigException("%s is not set, but %s needs it".formatted(key.key(), because.key())));
    }
}
