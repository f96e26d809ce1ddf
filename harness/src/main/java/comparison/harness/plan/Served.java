package comparison.harness.plan;

import com.fasterxml.jackson.annotation.JsonValue;
import comparison.contract.ContractCheck.Scope;
import comparison.harness.Fault;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a variant says that it serves, and is checked for before it is measured. */
public enum Served {
    /** The Person API, its management port and the routes of {@code /benchmark}: the whole contract. */
    EVERYTHING("everything", Scope.EVERYTHING),
    /** The Person API and its management port: the contract of these. */
    PERSON_API("person-api", Scope.PERSON_API),
    /** The whole contract but for its SQL, which Spring Data writes: it is counted and reported, and compared with nobody's. */
    SPRING_DATA("spring-data", Scope.SPRING_DATA),
    /** The requests of the load plan and no more: their SQL is counted, and the plan checks each answer. */
    LOAD_PLAN("load-plan", null);

    private final String id;
    private final @Nullable Scope contract;

    Served(String id, @Nullable Scope contract) {
        this.id = id;
        this.contract = contract;
    }

    /** Returns the name in variants.yaml and in files. */
    @JsonValue
    public String id() {
        return id;
    }

    /** Returns which contract is to be kept; empty if there is none. */
    public Optional<Scope> contract() {
        return Optional.ofNullable(contract);
    }

    /**
     * Returns what is called so.
     *
     * @throws Fault if nothing is
     */
    public static Served named(String id) {
        return Arrays.stream(values())
                .filter(served -> served.id.equals(id))
                .findFirst()
                .orElseThrow(() -> Fault.badInput("Unknown value '%s' of serves. Valid: %s.".formatted(id, all())));
    }

    private static String all() {
        return Arrays.stream(values()).map(Served::id).collect(Collectors.joining(", "));
    }
}
