package comparison.app;

import com.zaxxer.hikari.HikariDataSource;
import io.helidon.logging.common.LogConfig;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

class Application {

    private static final System.Logger LOGGER = System.getLogger(Application.class.getName());
    private static final String MANAGEMENT = "management";

    public static void main(String[] args) {
        LogConfig.configureRuntime();
        Settings settings = new Settings(System.getenv());
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        RequestMetrics.bindJvm(registry);
        HikariDataSource database = settings.pool(registry);
        PersonController people = new PersonController(new PersonRepository(database));

        WebServer server = WebServer.builder()
                .port(settings.port())
                .maxPayloadSize(Settings.MAX_BODY_BYTES)
                .shutdownGracePeriod(Settings.STOP_LIMIT)
                .mediaContext(Json.MEDIA)
                .update(settings::secure)
                .routing(HttpRouting.builder()
                        .addFilter(new RequestMetrics(registry))
                        .update(Problems::handle)
                        .register("/person", people)
                        .register("/benchmark", new BenchmarkController()))
                .putSocket(
                        MANAGEMENT,
                        socket -> socket.port(settings.managementPort())
                                .mediaContext(Json.MEDIA)
                                .routing(HttpRouting.builder()
                                        .update(Problems::handle)
                                        .register("/actuator", new Management(database, registry))))
                .build()
                .start();
        LOGGER.log(System.Logger.Level.INFO, "Application started on port {0,number,#}", server.port());
        LOGGER.log(System.Logger.Level.INFO, "Management started on port {0,number,#}", server.port(MANAGEMENT));
    }
}
