package comparison.harness.plan;

import comparison.harness.Fault;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Which load of an invocation makes the figures of a row. */
public enum Scenario {
    /** The first load right after the start. */
    COLD,
    /** The second load; the first one is discarded. */
    WARM;

    /** Returns the name on the command line, in paths and in files. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Scenario named(String id) {
        return Arrays.stream(values())
                .filter(scenario -> scenario.id().equals(id))
                .findFirst()
                .orElseThrow(() -> Fault.badInput("Unknown scenario '%s'. Valid: %s.".formatted(id, ids())));
    }

    /** Reads a list of names; the order and repetitions do not matter. */
    public static List<Scenario> parse(List<String> ids) {
        return ids.stream().map(Scenario::named).distinct().sorted().toList();
    }

    private static String ids() {
        return Arrays.stream(values()).map(Scenario::id).collect(Collectors.joining(", "));
    }
}
