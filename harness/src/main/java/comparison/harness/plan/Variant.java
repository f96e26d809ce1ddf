package comparison.harness.plan;

import comparison.harness.Fault;
import comparison.harness.workload.Simulation;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One thing to measure: a stack with its packaging and settings.
 *
 * @param id name on the command line and in results
 * @param stack name in the table
 * @param packaging how it is packaged
 * @param app folder of its sources; empty if it is not a module of this project
 * @param jar what the runtime {@code process} starts, relative to the project; empty if it starts no jar
 * @param service what the runtime {@code docker} starts: a service of compose.yaml, which reads the packaging from
 *     {@code PACKAGING}, or a name for its image; empty if there is neither
 * @param environment settings in addition to ports and database, in the order of the catalogue
 * @param flags of its JVM in addition to the common ones; a collector among them replaces the common one
 * @param serves what the gate checks before it is measured
 * @param own how a user's own stack is started; null for stacks of this project
 * @param reference whether the others are compared with it
 */
public record Variant(
        String id,
        String stack,
        Packaging packaging,
        String app,
        String jar,
        String service,
        Map<String, String> environment,
        List<String> flags,
        Served serves,
        @Nullable Own own,
        boolean reference) {

    /** Setting that has the port of the API. */
    public static final String SERVER_PORT = "SERVER_PORT";
    /** Setting that has the port of the management endpoints. */
    public static final String MANAGEMENT_SERVER_PORT = "MANAGEMENT_SERVER_PORT";

    private static final String ANY_PORT = "0";

    /**
     * Verifies its texts.
     *
     * @throws IllegalArgumentException if a text has characters that are special in YAML, on a command line or in a
     *     page
     */
    public Variant {
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        flags = List.copyOf(flags);
        Allowed.check(id, stack, app, jar, service, environment, flags, own);
    }

    /** A variant of this project without additional flags. */
    public Variant(
            String id,
            String stack,
            String packaging,
            String app,
            String jar,
            String service,
            Map<String, String> environment) {
        this(
                id,
                stack,
                Packaging.named(packaging),
                app,
                jar,
                service,
                environment,
                List.of(),
                Served.EVERYTHING,
                null,
                false);
    }

    /**
     * Copies the variant with another id and name, and with more settings and flags. A setting replaces one of the
     * same name. The copy is not the reference.
     */
    Variant changed(String otherId, String name, Map<String, String> settings, List<String> more) {
        Map<String, String> all = new LinkedHashMap<>(environment);
        all.putAll(settings);
        List<String> allFlags = Stream.concat(flags.stream(), more.stream()).toList();
        return new Variant(otherId, name, packaging, app, jar, service, all, allFlags, serves, own, false);
    }

    /** Copies the variant as the reference. */
    Variant asReference() {
        return new Variant(id, stack, packaging, app, jar, service, environment, flags, serves, own, true);
    }

    /** Copies the variant with more flags of its JVM. */
    public Variant withFlags(List<String> more) {
        List<String> all = Stream.concat(flags.stream(), more.stream()).toList();
        return new Variant(id, stack, packaging, app, jar, service, environment, all, serves, own, reference);
    }

    /**
     * Checks that the variant serves what these simulations request.
     *
     * @throws Fault of kind BAD_INPUT if it does not; the message names the variant and what to do
     */
    public void mustAnswer(List<Simulation> simulations) {
        simulations.stream()
                .filter(simulation -> !serves.answers(simulation))
                .findFirst()
                .ifPresent(simulation -> {
                    throw Fault.badInput(
                            "'%s' can't answer the simulation '%s', which asks for /benchmark: it says 'serves: %s'. Leave out the variant or the simulations."
                                    .formatted(id, simulation.id(), serves.id()));
                });
    }

    /** Returns the settings for a server that listens on this port, which replaces {@code {port}}. */
    public Map<String, String> settings(int port) {
        Map<String, String> settings = new LinkedHashMap<>();
        environment.forEach((name, value) -> settings.put(name, Own.withPort(value, port)));
        return settings;
    }

    /** Returns the port of its API, 1 to 65535; empty if it is chosen when the server starts. */
    public OptionalInt port() {
        Integer port = own == null ? null : own.port();
        return port == null ? fixed(SERVER_PORT) : OptionalInt.of(port);
    }

    /** Returns the port of its management endpoints; empty if it is chosen when the server starts, or shared. */
    public OptionalInt managementPort() {
        return fixed(MANAGEMENT_SERVER_PORT);
    }

    private OptionalInt fixed(String setting) {
        String port = environment.getOrDefault(setting, ANY_PORT);
        return ANY_PORT.equals(port) || Own.PORT.equals(port)
                ? OptionalInt.empty()
                : OptionalInt.of(Integer.parseInt(port));
    }

    /** Tells whether management shares the port of the API, by the setting {@code MANAGEMENT_SERVER_PORT}. */
    public boolean hasOnePort() {
        return Own.PORT.equals(environment.get(MANAGEMENT_SERVER_PORT));
    }

    /** Tells whether handlers run on virtual threads, by the setting {@code THREADS}. */
    public boolean virtualThreads() {
        return "virtual".equals(environment.get("THREADS"));
    }
}
