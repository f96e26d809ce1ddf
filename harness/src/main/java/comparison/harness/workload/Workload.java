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

    /** Requests of one loop: create, read, update, delete. */
    int OPERATIONS = 4;

    /** Number of requests that a load must have. */
    int requests();

    /** The part of the workload that is sent in a phase. */
    default Workload in(Phase phase) {
        return this;
    }

    /** Largest accepted deviation from {@link #requests}, in requests. */
    default int tolerance() {
        return 0;
    }

    /** Tells whether requests arrive on a schedule, whether or not the server keeps up. */
    boolean open();

    /** Describes the load for readers. */
    String words();

    /** Path of JMeter's plan in {@code jmeter/}. */
    default String plan() {
        return "person-crud.jmx";
    }

    /** The settings of JMeter's plan, which other engines read too. */
    Map<String, String> settings();
}
