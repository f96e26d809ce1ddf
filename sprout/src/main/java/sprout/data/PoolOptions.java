package sprout.data;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import sprout.config.AppConfig;
import sprout.config.ConfigException;
import sprout.config.Setting;

/**
 * Configures how to reach the database and how many connections to keep.
 *
 * @param url the JDBC URL
 * @param username empty if the URL or the driver has it
 * @param password empty for none
 * @param maximumPoolSize most connections, 1 to 1000
 * @param minimumIdle connections that stay open while they are unused, 0 to {@code maximumPoolSize}
 * @param connectionTimeout how long a request waits for a free connection, 250 ms to 24 h
 * @param idleTimeout after which an unused connection above {@code minimumIdle} is closed; zero for never
 * @param maxLifetime after which a connection is replaced; zero for never
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
    private static final Setting<String> URL = Setting.text(
            "datasource.url", "", "of JDBC; without it there is no pool, no `JdbcTemplate` and no `@Transactional`");
    private static final Setting<String> USERNAME = Setting.text("datasource.username", "", "unless the URL has it");
    private static final Setting<String> PASSWORD = Setting.text("datasource.password", "", "unless the URL has it");
    private static final Setting<Integer> MAXIMUM_POOL_SIZE =
            Setting.number("datasource.maximum-pool-size", "10", 1, 1000, "connections at most");
    private static final Setting<Integer> MINIMUM_IDLE =
            Setting.number("datasource.minimum-idle", "1", 0, 1000, "idle connections kept open");
    private static final Setting<Duration> CONNECTION_TIMEOUT = Setting.duration(
            "datasource.connection-timeout",
            "30s",
            "250ms",
            "24h",
            "how long a request waits for a free connection; not at all while the database is lost");
    private static final Setting<Duration> IDLE_TIMEOUT = Setting.duration(
            "datasource.idle-timeout",
            "10m",
            "when a connection above the minimum is closed, at least 10s; 0s for never");
    private static final Setting<Duration> MAX_LIFETIME = Setting.duration(
            "datasource.max-lifetime", "30m", "when a connection is replaced, at least 30s; 0s for never");

    /** The settings that {@link #from} reads. */
    public static final List<Setting<?>> SETTINGS = List.of(
            URL, USERNAME, PASSWORD, MAXIMUM_POOL_SIZE, MINIMUM_IDLE, CONNECTION_TIMEOUT, IDLE_TIMEOUT, MAX_LIFETIME);

    /**
     * Reads the keys below {@code datasource}; empty if {@code datasource.url} is not set.
     *
     * @throws ConfigException if a value is not allowed
     */
    public static Optional<PoolOptions> from(AppConfig config) {
        requireAtLeast(Duration.ofSeconds(10), IDLE_TIMEOUT, config);
        requireAtLeast(Duration.ofSeconds(30), MAX_LIFETIME, config);
        String url = config.get(URL);
        return url.isEmpty() ? Optional.empty() : Optional.of(read(url, config));
    }

    private static PoolOptions read(String url, AppConfig config) {
        int maximum = config.get(MAXIMUM_POOL_SIZE);
        int idle = config.get(MINIMUM_IDLE);
        if (idle > maximum) {
            throw new ConfigException(
                    "datasource.minimum-idle is '%d', but must be at most datasource.maximum-pool-size, '%d'"
                            .formatted(idle, maximum));
        }
        return new PoolOptions(
                url,
                config.get(USERNAME),
                config.get(PASSWORD),
                maximum,
                idle,
                config.get(CONNECTION_TIMEOUT),
                config.get(IDLE_TIMEOUT),
                config.get(MAX_LIFETIME));
    }

    /** Refuses what the pool would replace by its own default. */
    private static void requireAtLeast(Duration least, Setting<Duration> setting, AppConfig config) {
        Duration value = config.get(setting);
        if (!value.isZero() && value.compareTo(least) < 0) {
            throw new ConfigException("%s is %d ms, but must be at least %ds, or 0s for never"
                    .formatted(setting.key(), value.toMillis(), least.toSeconds()));
        }
    }

    /** Omits the password. */
    @Override
    public String toString() {
        return "PoolOptions[%s as '%s', %d to %d connections]".formatted(url, username, minimumIdle, maximumPoolSize);
    }
}
