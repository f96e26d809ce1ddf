package comparison.harness.plan;

import java.util.Map;

/**
 * One thing to measure: a stack with its settings.
 *
 * @param id name on the command line and in results
 * @param stack name in the table
 * @param packaging how it is packed; {@code jvm} is the one kind there is
 * @param app folder of its sources
 * @param jar what is started in the runtime {@code process}, relative to the project
 * @param service what is started in the runtime {@code docker}, a service of compose.yaml
 * @param environment settings besides ports and database, in the order of the catalogue
 */
public record Variant(
        String id,
        String stack,
        String packaging,
        String app,
        String jar,
        String service,
        Map<String, String> environment) {

    /** Returns whether handlers run on virtual threads. */
    public boolean virtualThreads() {
        return "virtual".equals(environment.get("THREADS"));
    }
}
