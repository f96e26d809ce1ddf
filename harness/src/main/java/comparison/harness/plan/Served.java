package comparison.harness.plan;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a variant says that it serves, and is checked for before it is measured. */
public enum Served {
    /** All of the Person API: the whole contract. */
    PERSON_API("person-api"),
    /** The requests of the load plan and no more: their SQL is counted, and the plan checks each answer. */
    LOAD_PLAN("load-plan");

    private final String id;

    Served(String id) {
        this.id = id;
    }

    /** Returns the name in variants.yaml and in files. */
    @JsonValue
    public String id() {
        return id;
    }

    static Optional<Served> find(String id) {
        return Arrays.stream(values()).filter(served -> served.id.equals(id)).findFirst();
    }

    static String all() {
        return Arrays.stream(values()).map(Served::id).collect(Collectors.joining(", "));
    }
}
