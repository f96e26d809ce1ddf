package comparison.harness.load;

import comparison.harness.Fault;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What sends the load. All send the same loop and write samples of the same form. */
public enum Engine {
    /** The plan that people open in JMeter's GUI. */
    JMETER("JMeter"),
    /** Cheaper, for a cross-check. */
    HYPERFOIL("Hyperfoil");

    private final String label;

    Engine(String label) {
        this.label = label;
    }

    /**
     * Returns the engine of that name.
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

    /** Returns the name for a person. */
    public String label() {
        return label;
    }
}
