package comparison.app;

import com.zaxxer.hikari.HikariDataSource;
import io.helidon.webserver.WebServerConfig;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * Reads settings from the environment, under the names that all applications use, and holds the settings that all
 * applications share.
 */
record Settings(Map<String, String> environment) {

    static final long MAX_BODY_BYTES = 1 << 20;
    static final Duration STOP_LIMIT = Duration.ofSeconds(30);

    int port() {
        return number("SERVER_PORT", 8080);
    }

    int managementPort() {
        return number("MANAGEMENT_SERVER_PORT", 9080);
    }

    /**
     * Creates the pool, which connects on its first use. Until it has connected once, an unreachable database is
     * reported immediately.
     */
    HikariDataSource pool(MeterRegistry registry) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl("jdbc:postgresql://%s:%d/%s"
                .formatted(text("DB_HOST", "localhost"), number("DB_PORT", 5432), text("DB_NAME", "people")));
        pool.setUsername(text("DB_USER", "people"));
        pool.setPassword(text("DB_PASSWORD", "people"));
        pool.setMaximumPoolSize(number("DB_POOL_SIZE", 10));
        pool.setMinimumIdle(1);
        pool.setConnectionTimeout(Duration.ofSeconds(30).toMillis());
        pool.setIdleTimeout(Duration.ofMinutes(10).toMillis());
        pool.setMaxLifetime(Duration.ofMinutes(30).toMillis());
        pool.setMetricRegistry(registry);
        return pool;
    }

    /** Configures the server with the certificate of the key store, if there is one. */
    void secure(WebServerConfig.Builder server) {
        String keyStore = text("SERVER_SSL_KEY_STORE", "");
        if (!keyStore.isEmpty()) {
            server.tls(tls -> tls.sslContext(certificate(Path.of(keyStore))));
        }
    }

    /** Reads a key store with the JDK, because Helidon's reader requires an alias. */
    private SSLContext certificate(Path keyStore) {
        char[] password = text("SERVER_SSL_KEY_STORE_PASSWORD", "").toCharArray();
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(KeyStore.getInstance(keyStore.toFile(), password), password);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("The key store " + keyStore + " cannot be used: " + e.getMessage(), e);
        }
    }

    private String text(String name, String otherwise) {
        return environment.getOrDefault(name, otherwise);
    }

    private int number(String name, int otherwise) {
        String value = environment.get(name);
        return value == null ? otherwise : Integer.parseInt(value);
    }
}
