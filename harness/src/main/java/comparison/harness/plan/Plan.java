package comparison.harness.plan;

import comparison.harness.workload.Phase;
import comparison.harness.workload.Simulation;
import comparison.harness.workload.Workload;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * What one run measures; {@code plan.json} of the run folder.
 *
 * @param schemaVersion version of this record's JSON form
 * @param preset name of the preset that it was made from
 * @param variants in the order of the table
 * @param workloads what is sent: either one workload of create, read, update and delete to every start, or simulations,
 *     each to separate starts
 * @param phases which loads of a start become rows of the table
 * @param invocations fresh starts per variant and simulation, at least 1
 * @param seed of the random {@code order}
 * @param order the starts in the order in which they run
 * @param engine what sends the load: {@code jmeter} or {@code hyperfoil}
 * @param limits of server and database
 * @param scraped whether the metrics page of each variant is fetched while it is measured, as in production
 * @param table what each server finds in the table of people
 */
public record Plan(
        int schemaVersion,
        String preset,
        List<Variant> variants,
        List<Workload> workloads,
        List<Phase> phases,
        int invocations,
        long seed,
        List<Slot> order,
        String engine,
        Limits limits,
        boolean scraped,
        TableState table) {

    /**
     * Verifies the starts, whose names become names of folders.
     *
     * @throws IllegalArgumentException if a start refers to something that the plan does not contain
     */
    public Plan {
        for (Slot slot : order) {
            if (variants.stream().noneMatch(slot::isOf)) {
                throw new IllegalArgumentException(
                        "a start is of the variant '%s', which the plan does not have".formatted(slot.variant()));
            }
            if (workloads.stream().noneMatch(slot::sends)) {
                throw new IllegalArgumentException(
                        "a start is of the simulation '%s', which the plan does not have".formatted(slot.simulation()));
            }
        }
    }

    /** The version of the JSON form that this program writes and reads. */
    public static final int SCHEMA_VERSION = 5;

    /** Name of the preset if simulations were chosen one by one. */
    public static final String SIMULATIONS = "simulations";

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

        private boolean isOf(Variant any) {
            return any.id().equals(variant);
        }

        private boolean sends(Workload any) {
            return Objects.equals(simulated(any), simulation);
        }
    }

    /**
     * Draws the order of the starts and creates the plan: JMeter sends the load, the article's limits apply, metrics
     * pages are fetched, and the table has people.
     */
    public static Plan draw(
            String preset,
            List<Variant> variants,
            List<? extends Workload> workloads,
            List<Phase> phases,
            int invocations,
            long seed) {
        return new Plan(
                SCHEMA_VERSION,
                preset,
                variants,
                List.copyOf(workloads),
                phases,
                invocations,
                seed,
                order(variants, workloads, invocations, seed),
                "jmeter",
                Limits.ARTICLE,
                true,
                TableState.PEOPLE);
    }

    /**
     * Draws rounds of starts. Each round has every variant once in random order, so that a slow drift of the machine
     * affects all variants alike. Simulations follow one another.
     */
    private static List<Slot> order(
            List<Variant> variants, List<? extends Workload> workloads, int invocations, long seed) {
        List<Slot> rounds = new ArrayList<>();
        Random random = new Random(seed);
        for (int invocation = 1; invocation <= invocations; invocation++) {
            List<Variant> round = new ArrayList<>(variants);
            Collections.shuffle(round, random);
            for (Variant variant : round) {
                rounds.add(new Slot(variant.id(), invocation));
            }
        }
        return workloads.stream()
                .flatMap(workload ->
                        rounds.stream().map(slot -> new Slot(slot.variant(), slot.invocation(), simulated(workload))))
                .toList();
    }

    private static @Nullable String simulated(Workload workload) {
        return workload instanceof Simulation simulation ? simulation.id() : null;
    }

    private Plan copy(
            int starts,
            long seeded,
            List<Slot> slots,
            String sender,
            Limits applied,
            boolean fetched,
            TableState found) {
        return new Plan(
                schemaVersion,
                preset,
                variants,
                workloads,
                phases,
                starts,
                seeded,
                slots,
                sender,
                applied,
                fetched,
                found);
    }

    /** Copies the plan with other conditions of its loads; parameters as in this record. */
    public Plan with(String sender, Limits applied, boolean fetched, TableState found) {
        return copy(invocations, seed, order, sender, applied, fetched, found);
    }

    /** Copies the plan with more fresh starts. The rounds that it already has keep their order. */
    public Plan withInvocations(int more) {
        return withOrder(more, order(variants, workloads, more, seed));
    }

    /** Copies the plan with other starts, in any order. */
    public Plan withOrder(int starts, List<Slot> otherOrder) {
        return copy(starts, seed, otherOrder, engine, limits, scraped, table);
    }

    /** Tells whether another plan measures the same, apart from the number of starts, their order and the seed. */
    public boolean measuresAs(Plan other) {
        return copy(other.invocations, other.seed, other.order, engine, limits, scraped, table)
                .equals(other);
    }

    /** Finds what is sent to a start. */
    public Workload workload(Slot slot) {
        return workloads.stream().filter(slot::sends).findFirst().orElseThrow();
    }

    /** Lists the simulations; empty if the plan sends create, read, update and delete. */
    public List<Simulation> simulations() {
        return workloads.stream()
                .filter(Simulation.class::isInstance)
                .map(Simulation.class::cast)
                .toList();
    }

    /** Tells whether a load arrives on a schedule, whether or not the server keeps up. */
    public boolean open() {
        return workloads.stream().anyMatch(Workload::open);
    }

    /** Describes each load for readers. */
    public String load() {
        return simulations().isEmpty()
                ? workloads.getFirst().words()
                : "%s, durations x %s"
                        .formatted(
                                Simulation.words(simulations()),
                                simulations().getFirst().timeScale());
    }

    /** Tells whether the load of this phase becomes a row. Each start begins with the cold load in any case. */
    public boolean measures(Phase phase) {
        return phases.contains(phase);
    }

    /** Counts the loads of an invocation, including a cold load that does not become a row. */
    public int loadsPerInvocation() {
        return phases.size() + (measures(Phase.COLD) ? 0 : 1);
    }

    /** Finds the variant of that id; it must exist. */
    public Variant variant(String id) {
        return variants.stream().filter(v -> v.id().equals(id)).findFirst().orElseThrow();
    }
}
