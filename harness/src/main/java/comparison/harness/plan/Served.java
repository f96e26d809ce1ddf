package comparison.harness.plan;

import com.fasterxml.jackson.annotation.JsonValue;
import comparison.contract.ContractCheck.Scope;
import comparison.harness.Fault;
import comparison.harness.Names;
import comparison.harness.workload.Simulation;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a variant claims to serve. The gate checks this before it is measured. */
public enum Served {
    /** The whole contract: the Person API, its management port and the routes of {@code /benchmark}. */
    EVERYTHING("everything", Scope.EVERYTHING, true),
    /** The contract of the Person API, its management port, and {@code GET /benchmark/latency}, whose answers wait. */
    WAITING("waiting", Scope.WAITING, true),
    /** The contract of the Person API and its management port. */
    PERSON_API("person-api", Scope.PERSON_API, true),
    /**
     * The whole contract except for its SQL, which Spring Data generates. The SQL is counted and reported, but not
     * compared with that of other variants.
     */
    SPRING_DATA("spring-data", Scope.SPRING_DATA, false),
    /** Only the requests of the load plan. Their SQL is counted, and the plan checks each response. */
    LOAD_PLAN("load-plan", null, true);

    private final String id;
    private final @Nullable Scope contract;
    private final boolean agreedSql;

    Served(String id, @Nullable Scope contract, boolean agreedSql) {
        this.id = id;
        this.contract = contract;
        this.agreedSql = agreedSql;
    }

    /** The name in variants.yaml and in files. */
    @JsonValue
    public String id() {
        return id;
    }

    /** The contract that it must keep; empty for {@link #LOAD_PLAN}. */
    public Optional<Scope> contract() {
        return Optional.ofNullable(contract);
    }

    /**
     * Tells whether its requests must cause the same SQL as those of all others, so that their figures are comparable.
     */
    public boolean agreedSql() {
        return agreedSql;
    }

    /** Tells whether it is meant to be sent this simulation, whose routes its contract then contains. */
    public boolean answers(Simulation simulation) {
        return this == EVERYTHING || (this == WAITING && simulation.onlyWaits());
    }

    /**
     * Finds the value with this name.
     *
     * @throws Fault of kind BAD_INPUT if no value has this name; the message lists the valid names
     */
    public static Served named(String id) {
        return Names.find("value of serves", id, List.of(values()), Served::id, "");
    }
}
