package comparison.harness.workload;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Map;

/** What one load sends. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Loops.class, name = "loops"),
    @JsonSubTypes.Type(value = Rate.class, name = "rate"),
    @JsonSubTypes.Type(value = Simulation.class, name = "simulation")
})
public sealed interface Workload permits Loops, Rate, Simulation {

    /** Requests of a loop: create, read, update, delete. */
    int OPERATIONS = 4;

    /** Returns how many requests a load must have. */
    int requests();

    /** Returns what of it is sent in a phase. */
    default Workload in(Phase phase) {
        return this;
    }

    /** Returns by how many requests a load may miss that number. */
    default int tolerance() {
        return 0;
    }

    /** Returns whether requests arrive on a schedule, whatever the server does. */
    boolean open();

    /** Returns what a load is, for a person. */
    String words();

    /** Returns the name of JMeter's plan in {@code jmeter/}. */
    default String plan() {
        return "person-crud.jmx";
    }

    /** Returns the settings of the plan, which engines other than JMeter read too. */
    Map<String, String> settings();
}
