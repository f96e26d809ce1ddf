package comparison.app;

import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import io.quarkus.vertx.http.HttpServer;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

@QuarkusMain
public class Application implements QuarkusApplication {

    private static final Logger LOGGER = Logger.getLogger(Application.class);

    private final HttpServer server;
    private final int configuredManagementPort;

    Application(HttpServer server, @ConfigProperty(name = "quarkus.management.port") int configuredManagementPort) {
        this.server = server;
        this.configuredManagementPort = configuredManagementPort;
    }

    public static void main(String[] args) {
        if (System.getenv("SERVER_SSL_KEY_STORE") != null) {
            System.setProperty("quarkus.http.insecure-requests", "disabled");
        }
        Quarkus.run(Application.class, args);
    }

    @Override
    public int run(String... args) {
        int port = server.getPort() > 0 ? server.getPort() : server.getSecurePort();
        LOGGER.infof("Application started on port %d", port);
        LOGGER.infof("Management started on port %d", managementPort());
        Quarkus.waitForExit();
        return 0;
    }

    /** Quarkus only knows a port that it has chosen itself. */
    private int managementPort() {
        int chosen = server.getManagementPort();
        return chosen > 0 ? chosen : configuredManagementPort;
    }
}
