package comparison.harness.plan;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one run measures; {@code plan.json} of the run folder.
 *
 * @param schemaVersion version of this record's JSON form
 * @param preset name of the preset that it was made from
 * @param variants in the order of the table
 * @param scenarios which loads make rows
 * @param invocations fresh starts per variant, at least 1
 * @param threads client threads, at least 1
 * @param loops loops of each client thread per load, at least 1; four samples each
 * @param seed what {@code order} was drawn with
 * @param order the invocations in the order in which they run
 * @param traffic how the load is made; null in schema 1: by JMeter, closed loop, warm mode {@code article}
 * @param simulations what is sent instead of create, read, update and delete; null if nothing is
 * @param limits of server and database; in files that do not name any those of the article
 */
public record Plan(
        int schemaVersion,
        String preset,
        List<Variant> variants,
        List<Scenario> scenarios,
        int invocations,
        int threads,
        int loops,
        long seed,
        List<Slot> order,
        @Nullable Traffic traffic,
        @Nullable Simulations simulations,
        Limits limits) {

    /** The version of the JSON form that this program writes. */
    public static final int SCHEMA_VERSION = 2;

    /** Requests of a loop: create, read, update, delete. */
    public static final int OPERATIONS = 4;

    /** Takes what a file does not say, because it is older than the field, as the usual. */
    public Plan {
        limits = Objects.requireNonNullElse(limits, Limits.ARTICLE);
    }

    /**
     * One fresh start of one variant.
     *
     * @param variant id
     * @param invocation number among the starts of that variant, from 1
     * @param simulation what is sent to it; null for create, read, update and delete
     */
    public record Slot(
            String variant, int invocation, @Nullable String simulation) {

        /** A start for create, read, update and delete. */
        public Slot(String variant, int invocation) {
            this(variant, invocation, null);
        }
    }

    /**
     * Experiments of the sources: each is one load of a fresh start.
     *
     * @param ids of them, in their order
     * @param timeScale by which their durations are multiplied; 1 is as published
     */
    public record Simulations(List<String> ids, double timeScale) {

        /** Returns one of them, with its durations as they are in this run. */
        public Simulation simulation(String id) {
            return Simulation.named(id).scaled(timeScale);
        }

        /** Returns about how long all of them take, in s. */
        public double seconds() {
            return ids.stream()
                    .map(this::simulation)
                    .mapToDouble(Simulation::seconds)
                    .sum();
        }
    }

    /**
     * How the load is made.
     *
     * @param engine {@code jmeter} or {@code hyperfoil}
     * @param warm {@code article}: the second load of a start; {@code steady}: a load after throughput is stable
     * @param ratePerSecond requests per second of the open model; null in the closed one
     * @param rateSeconds how long the open model sends; null in the closed one
     */
    public record Traffic(
            String engine,
            String warm,
            @Nullable Double ratePerSecond,
            @Nullable Integer rateSeconds) {

        /** JMeter, closed loop, the article's warm load. */
        public static final Traffic ARTICLE = new Traffic("jmeter", "article", null, null);
    }

    /** Draws the order and makes the plan. */
    public static Plan draw(
            String preset,
            List<Variant> variants,
            List<Scenario> scenarios,
            int invocations,
            int threads,
            int loops,
            long seed) {
        List<Slot> order = Schedule.draw(variants.stream().map(Variant::id).toList(), invocations, seed);
        return new Plan(
                SCHEMA_VERSION,
                preset,
                variants,
                scenarios,
                invocations,
                threads,
                loops,
                seed,
                order,
                Traffic.ARTICLE,
                null,
                Limits.ARTICLE);
    }

    /** Returns the same plan with another kind of load. */
    public Plan with(Traffic other) {
        return new Plan(
                schemaVersion,
                preset,
                variants,
                scenarios,
                invocations,
                threads,
                loops,
                seed,
                order,
                other,
                simulations,
                limits);
    }

    /** Returns the same plan within other limits. */
    public Plan with(Limits other) {
        return new Plan(
                schemaVersion,
                preset,
                variants,
                scenarios,
                invocations,
                threads,
                loops,
                seed,
                order,
                traffic,
                simulations,
                other);
    }

    /** Returns the same plan with more fresh starts; what it has already keeps its place in the order. */
    public Plan withInvocations(int more) {
        List<Slot> longer = Schedule.draw(variants.stream().map(Variant::id).toList(), more, seed);
        return new Plan(
                schemaVersion,
                preset,
                variants,
                scenarios,
                more,
                threads,
                loops,
                seed,
                longer,
                traffic,
                simulations,
                limits);
    }

    /** Returns the plan of the same starts for each simulation, all in an order of their own, with one cold load each. */
    public Plan with(Simulations other) {
        List<Slot> all = other.ids().stream()
                .flatMap(id -> order.stream().map(slot -> new Slot(slot.variant(), slot.invocation(), id)))
                .toList();
        return new Plan(
                schemaVersion,
                preset,
                variants,
                List.of(Scenario.COLD),
                invocations,
                threads,
                loops,
                seed,
                all,
                traffic,
                other,
                limits);
    }

    /** Returns whether the load comes on a schedule, whatever the server does. */
    public boolean open() {
        return traffic != null && traffic.ratePerSecond() != null;
    }

    /** Returns what each load is, for a person. */
    public String load() {
        if (simulations != null) {
            return "simulations %s, durations x %s"
                    .formatted(String.join(", ", simulations.ids()), simulations.timeScale());
        }
        String size = ": %s samples per load".formatted(expectedSamples());
        return traffic == null || traffic.ratePerSecond() == null
                ? "%s threads x %s loops of create, read, update, delete".formatted(threads, loops) + size
                : "open model, %s requests per second for %s s, a connection for each loop of create, read, update, delete"
                                .formatted(traffic.ratePerSecond(), traffic.rateSeconds())
                        + size;
    }

    /** Returns how long a load of the open model is. */
    public int rateSeconds() {
        return traffic == null || traffic.rateSeconds() == null ? 0 : traffic.rateSeconds();
    }

    /** Returns how many samples each load must have; in the open model it may be one loop more or less. */
    public int expectedSamples() {
        if (traffic != null && traffic.ratePerSecond() != null && traffic.rateSeconds() != null) {
            return (int) Math.round(traffic.ratePerSecond() * traffic.rateSeconds() / OPERATIONS) * OPERATIONS;
        }
        return threads * loops * OPERATIONS;
    }

    /** Returns how many loads an invocation needs: the first one is the discarded one of the second. */
    public int loadsPerInvocation() {
        return scenarios.contains(Scenario.WARM) ? 2 : 1;
    }

    /** Returns the variant of that id. */
    public Variant variant(String id) {
        return variants.stream().filter(v -> v.id().equals(id)).findFirst().orElseThrow();
    }
}
