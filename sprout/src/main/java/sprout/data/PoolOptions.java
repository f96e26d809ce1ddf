package sprout.data;

import java.time.Duration;
import java.util.Optional;
import sprout.config.AppConfig;
import sprout.config.ConfigException;

/**
 * How to reach the database and how many connections to keep.
 *
 * @param url of JDBC
 * @param username empty if the URL or the driver has it
 * @param password empty for none
 * @param maximumPoolSize connections at most, 1 to 1000
 * @param minimumIdle connections that are kept open while nobody needs them, 0 to {@code maximumPoolSize}
 * @param connectionTimeout how long a request waits for a connection, 250 ms at least
 * @param idleTimeout when a connection above {@code minimumIdle} is closed; zero for never
 * @param maxLifetime when a connection is replaced; zero for never
 */
public record PoolOptions(
        String url,
        String username,
        String password,
        int maximumPoolSize,
        int minimumIdle,
        Duration connectionTimeout,
        Duration idleTimeout,
        Duration maxLifetime) {
    private static final Duration LEAST_TIMEOUT = Duration.ofMillis(250);

    public PoolOptions {
        if (connectionTimeout.compareTo(LEAST_TIMEOUT) < 0) {
            throw new ConfigException(
                    "datasource.connection-timeout is '%s', but must be at least 250ms".formatted(connectionTimeout));
        }
    }

    /** Reads the keys below {@code datasource}; empty if {@code datasource.url} is not set. */
    public static Optional<PoolOptions> from(AppConfig config) {
        return config.find("datasource.url").map(url -> read(url, config));
    }

    private static PoolOptions read(String url, AppConfig config) {
        int maximum = config.number("datasource.maximum-pool-size", 10, 1, 1000);
        return new PoolOptions(
                url,
                config.getStringProperty("datasource.username", ""),
                config.getStringProperty("datasource.password", ""),
                maximum,
                config.number("datasource.minimum-idle", 1, 0, maximum),
                config.duration("datasource.connection-timeout", Duration.ofSeconds(30)),
                config.duration("datasource.idle-timeout", Duration.ofMinutes(10)),
                config.duration("datasource.max-lifetime", Duration.ofMinutes(30)));
    }

    /** Leaves the password out. */
    @Override
    public String toString() {
        return "PoolOptions[%s as '%s', %d to %d connections]".formatted(url, username, minimumIdle, maximumPoolSize);
    }
}
