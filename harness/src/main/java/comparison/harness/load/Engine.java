package comparison.harness.load;

import comparison.harness.Fault;
import comparison.harness.Names;
import java.util.List;
import java.util.Locale;

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
     * @throws Fault of kind BAD_INPUT if no engine has this id
     */
    public static Engine named(String id) {
        return Names.find("load engine", id, List.of(values()), Engine::id, "");
    }

    /** Returns the name on the command line and in files. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the name to display, such as {@code JMeter}. */
    public String label() {
        return label;
    }
}
