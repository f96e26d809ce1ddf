package comparison.harness.load;

import comparison.harness.Fault;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The programs that send load. All send the same loop and write samples in the same format. */
public enum Engine {
    /** Runs the plan that can also be opened in JMeter's GUI. */
    JMETER("JMeter"),
    /** Needs less CPU time per request; for cross-checks. */
    HYPERFOIL("Hyperfoil");

    private final String label;

    Engine(String label) {
        this.label = label;
    }

    /**
     * Finds an engine by its id.
     *
     * @throws Fault of kind BAD_INPUT if there is none
     */
    public static Engine named(String id) {
        return Arrays.stream(values())
                .filter(engine -> engine.id().equals(id))
                .findFirst()
                .orElseThrow(() -> Fault.badInput("Unknown load engine '%s'. Valid: %s."
                        .formatted(id, Arrays.stream(values()).map(Engine::id).collect(Collectors.joining(", ")))));
    }

    /** Returns the name on the command line and in files. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the name for display. */
    public String label() {
        return label;
    }
}
