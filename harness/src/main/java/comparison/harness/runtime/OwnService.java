package comparison.harness.runtime;

import comparison.harness.plan.Limits;
import comparison.harness.plan.Variant;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes the Compose service of a user's image, with the same limits, network and database as all other variants. */
final class OwnService {

    /** Default port of a variant in its container. */
    static final int PORT = 8080;

    private static final int MANAGEMENT_PORT = 9080;

    private OwnService() {}

    /** Returns the port of a variant in its container. */
    static int port(Variant variant) {
        return variant.port().orElse(PORT);
    }

    /** Returns the port of its management endpoints there. */
    static int managementPort(Variant variant) {
        return variant.hasOnePort() ? port(variant) : variant.managementPort().orElse(MANAGEMENT_PORT);
    }

    /** Returns the service as lines of YAML below {@code services:}. Compose reads a limit of 0 as "no limit". */
    static String of(Variant variant, String image, Limits limits) {
        long memory = limits == Limits.NONE ? 0 : Limits.MEMORY_BYTES;
        return """
              %s:
                image: "%s"
                init: true
                cap_drop: [ALL]
                security_opt: ["no-new-privileges:true"]
                memswap_limit: %d
                deploy:
                  resources:
                    limits:
                      cpus: "%d"
                      memory: "%d"
                tmpfs: ["/tmp:exec"]
                volumes: ["${FILES_DIR}:/files:ro"]
                healthcheck:
                  disable: true
                environment:
            %s
            """.formatted(
                        variant.service(),
                        image,
                        memory,
                        limits == Limits.NONE ? 0 : Limits.CPUS,
                        memory,
                        environment(variant).stripTrailing());
    }

    private static String environment(Variant variant) {
        int port = port(variant);
        Map<String, String> all = new TreeMap<>(Map.of(
                "DB_HOST",
                "postgres",
                "DB_PORT",
                "5432",
                "DB_NAME",
                DockerTestbed.DATABASE,
                "DB_USER",
                DockerTestbed.DATABASE,
                "DB_PASSWORD",
                DockerTestbed.DATABASE,
                "DB_POOL_SIZE",
                Testbed.POOL_SIZE,
                "SERVER_PORT",
                Integer.toString(port),
                "MANAGEMENT_SERVER_PORT",
                Integer.toString(MANAGEMENT_PORT),
                "MANAGEMENT_SERVER_ADDRESS",
                "0.0.0.0"));
        all.put("FILES_DIR", "/files");
        all.putAll(variant.settings(port));
        return lines(all);
    }

    /**
     * Returns settings as lines of YAML. Dollar signs are doubled, because Compose would replace variables otherwise.
     */
    static String lines(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(e -> "      %s: \"%s\"\n"
                        .formatted(
                                e.getKey(),
                                e.getValue()
                                        .replace("\\", "\\\\")
                                        .replace("\"", "\\\"")
                                        .replace("$", "$$")))
                .collect(Collectors.joining());
    }
}
