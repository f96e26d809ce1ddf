package comparison.harness.plan;

import comparison.harness.Fault;
import comparison.harness.workload.Simulation;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One thing to measure: a stack with its packaging and settings.
 *
 * @param id name on the command line and in results
 * @param stack name in the table
 * @param packaging how it is packed
 * @param app folder of its sources; empty if it is no module of this project
 * @param jar what is started in the runtime {@code process}, relative to the project; empty if that is no jar
 * @param service what is started in the runtime {@code docker}, a service of compose.yaml, whose {@code PACKAGING} says how it is
 *     packed, or a name for its image; empty if there is nothing to start
 * @param environment settings besides ports and database, in the order of the catalogue
 * @param flags of its JVM besides those that all have; a collector among them takes the place of the common one
 * @param serves what it is checked for before it is measured
 * @param own how it is started if its user made it; null for those of this project
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
        Boolean reference) {

    /**
     * Takes what a plan does not say as the usual.
     *
     * @throws IllegalArgumentException if a text has characters that YAML, a command line or a page could take for its own
     */
    public Variant {
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        flags = List.copyOf(Objects.requireNonNullElse(flags, List.of()));
        serves = Objects.requireNonNullElse(serves, Served.EVERYTHING);
        reference = Objects.requireNonNullElse(reference, false);
        Allowed.check(id, stack, app, jar, service, environment, flags, own);
    }

    /** A variant without flags of its own. */
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

    /** Returns the same as another variant, with further settings and flags; a setting of that name is replaced. */
    Variant changed(String otherId, String name, Map<String, String> settings, List<String> more) {
        Map<String, String> all = new LinkedHashMap<>(environment);
        all.putAll(settings);
        List<String> allFlags = Stream.concat(flags.stream(), more.stream()).toList();
        return new Variant(otherId, name, packaging, app, jar, service, all, allFlags, serves, own, false);
    }

    /** Returns the same as the one that the others are compared with. */
    Variant asReference() {
        return new Variant(id, stack, packaging, app, jar, service, environment, flags, serves, own, true);
    }

    /** Returns the same with further flags of its JVM. */
    public Variant withFlags(List<String> more) {
        List<String> all = Stream.concat(flags.stream(), more.stream()).toList();
        return new Variant(id, stack, packaging, app, jar, service, environment, all, serves, own, reference);
    }

    /**
     * Does nothing if it serves what these simulations ask for.
     *
     * @throws Fault if it does not; the message names the variant and what to do
     */
    public void mustAnswer(List<Simulation> simulations) {
        if (serves != Served.EVERYTHING && !simulations.isEmpty()) {
            throw Fault.badInput(
                    "'%s' can't answer the simulation '%s', which asks for /benchmark: it says 'serves: %s'. Leave out the variant or the simulations."
                            .formatted(id, simulations.getFirst().id(), serves.id()));
        }
    }

    /** Returns whether handlers run on virtual threads. */
    public boolean virtualThreads() {
        return "virtual".equals(environment.get("THREADS"));
    }
}
