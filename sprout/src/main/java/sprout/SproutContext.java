package sprout;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sprout.beans.BeanContext;
import sprout.config.AppConfig;
import sprout.config.KnownSettings;
import sprout.config.Logging;
import sprout.config.Setting;
import sprout.data.ConnectionPool;
import sprout.data.PoolOptions;
import sprout.management.HealthCheck;
import sprout.management.ManagementHandler;
import sprout.management.Metrics;
import sprout.mvc.RequestDispatcher;
import sprout.server.AcceptableProtocolHandler;
import sprout.server.HttpServer;
import sprout.server.RequestExecutorService;
import sprout.server.ServerOptions;
import sprout.server.VirtualRequestExecutorService;

/** Represents a running application. Thread-safe; {@link #close} stops the application gracefully. */
public final class SproutContext implements AutoCloseable {
    private final BeanContext beans;
    private final HttpServer server;
    private final HttpServer management;
    private final Metrics metrics;
    private final @Nullable ConnectionPool pool;

    private SproutContext(
            BeanContext beans,
            HttpServer server,
            HttpServer management,
            Metrics metrics,
            @Nullable ConnectionPool pool) {
        this.beans = beans;
        this.server = server;
        this.management = management;
        this.metrics = metrics;
        this.pool = pool;
    }

    static SproutContext start(Class<?> main, AppConfig config, Consumer<BeanContext.Builder> overrides)
            throws IOException {
        // Opening the pool takes longest and runs in the background, so it starts first.
        ConnectionPool pool = PoolOptions.from(config).map(ConnectionPool::open).orElse(null);
        try {
            Logging.await();
            ServerSettings settings = new ServerSettings(config);
            ServerOptions options = settings.application();
            BeanContext.Builder builder = builder(main, config, pool, overrides);
            reportUnknown(config, builder.settings());
            ServerOptions management = settings.management(); // first: if it is invalid, no bean may be left running
            return listen(builder.start(), pool, options, management);
        } catch (IOException | RuntimeException | Error e) {
            if (pool != null) {
                pool.close();
            }
            throw e;
        }
    }

    private static void reportUnknown(AppConfig config, List<Setting<?>> ofApplication) {
        List<Setting<?>> all = SproutApplication.frameworkSettings();
        all.addAll(ofApplication);
        for (String message : new KnownSettings(all).unknown(config)) {
            LoggerFactory.getLogger(SproutContext.class).warn(message);
        }
    }

    private static BeanContext.Builder builder(
            Class<?> main, AppConfig config, @Nullable ConnectionPool pool, Consumer<BeanContext.Builder> overrides) {
        BeanContext.Builder builder = BeanContext.builder()
                .config(config)
                .module(new FrameworkBeans(config, pool, main.getClassLoader()))
                .below(main);
        overrides.accept(builder);
        return builder;
    }

    private static SproutContext listen(
            BeanContext beans, @Nullable ConnectionPool pool, ServerOptions options, ServerOptions managementOptions)
            throws IOException {
        // Not a static field: loading the logging earlier would delay the opening of the pool.
        Logger log = LoggerFactory.getLogger(SproutContext.class);
        HttpServer server = null;
        Metrics metrics = null;
        try {
            RequestDispatcher dispatcher = beans.get(RequestDispatcher.class);
            server = server(beans, dispatcher, options);
            HttpServer measured = server;
            metrics = new Metrics(
                    dispatcher.endpoints(),
                    dispatcher.unmatched(),
                    pool == null ? null : pool.opened(),
                    () -> new EngineMetrics(measured));
            announce(log, server, options);
            HttpServer management =
                    HttpServer.start(managementOptions, managementHandler(measured, beans, pool, metrics));
            log.info("Sprout management started on port {} (http)", management.port());
            return new SproutContext(beans, server, management, metrics, pool);
        } catch (IOException | RuntimeException | Error e) {
            if (server != null) {
                server.close();
            }
            if (metrics != null) {
                metrics.close();
            }
            beans.close();
            throw e;
        }
    }

    /** Starts the engine that is a bean of the application, or else the one that the options select. */
    private static HttpServer server(BeanContext beans, RequestDispatcher dispatcher, ServerOptions options)
            throws IOException {
        Optional<AcceptableProtocolHandler> engine = beans.find(AcceptableProtocolHandler.class);
        if (engine.isEmpty()) {
            return HttpServer.start(options, dispatcher);
        }
        // An engine that the application created uses its own executor; this one is only shut down with the server.
        RequestExecutorService executor =
                beans.find(RequestExecutorService.class).orElseGet(VirtualRequestExecutorService::new);
        return HttpServer.start(options, engine.get(), executor);
    }

    private static ManagementHandler managementHandler(
            HttpServer server, BeanContext beans, @Nullable ConnectionPool pool, Metrics metrics) {
        List<HealthCheck> checks = new ArrayList<>(beans.list(HealthCheck.class));
        if (pool != null) {
            checks.add(new HealthCheck(pool::answers));
        }
        return new ManagementHandler(server::alive, checks, metrics);
    }

    private static void announce(Logger log, HttpServer server, ServerOptions options) {
        log.info(
                "Sprout started on port {} ({}), {} on {} threads",
                server.port(),
                options.tls() == null ? "http" : "https",
                options.executionMode().name().toLowerCase(Locale.ROOT),
                options.threadType().name().toLowerCase(Locale.ROOT));
        int most = server.statistics().connectionsMost();
        if (most < options.maxConnections()) {
            log.info(
                    "At most {} connections can be open at the same time, not {}, because the process may not open more"
                            + " files. Raise `ulimit -n`.",
                    most,
                    options.maxConnections());
        }
    }

    public BeanContext beans() {
        return beans;
    }

    /** The actual port of the application, even if the configured port is 0. */
    public int port() {
        return server.port();
    }

    /** The actual port of health and metrics, even if the configured port is 0. */
    public int managementPort() {
        return management.port();
    }

    /**
     * Stops the application: accepts no new requests, finishes the running ones within the stop time-out, destroys the
     * beans and closes the connections to the database.
     */
    @Override
    public void close() {
        server.close();
        management.close();
        beans.close();
        metrics.close();
        if (pool != null) {
            pool.close();
        }
    }
}
