package comparison.app;

import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.runtime.annotations.QuarkusMain;
import io.quarkus.vertx.http.HttpServer;
import org.jboss.logging.Logger;

@QuarkusMain
public class Application implements QuarkusApplication {

    private static final Logger LOGGER = Logger.getLogger(Application.class);

    private final HttpServer server;

    Application(HttpServer server) {
        this.server = server;
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
        LOGGER.infof("Management started on port %d", server.getManagementPort());
        Quarkus.waitForExit();
        return 0;
    }
}
