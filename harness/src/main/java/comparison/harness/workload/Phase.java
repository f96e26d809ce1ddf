package comparison.harness.workload;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import comparison.harness.Fault;
import comparison.harness.Names;
import java.util.List;
import java.util.Locale;

/** The loads of a fresh start. Each load that a plan measures becomes a row of the table. */
public enum Phase {
    /** The first load right after the start. */
    COLD,
    /** The load after the first, which the article calls warm. It shows the progress of the JIT compilers by then. */
    SECOND,
    /** A load after the server reached a steady state, or after the time limit for reaching it. */
    WARM;

    /** The name in plan.json, of its row and of its folder. */
    @JsonValue
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Finds the phase with this label.
     *
     * @throws Fault of kind BAD_INPUT if no phase has this label
     */
    @JsonCreator
    public static Phase named(String label) {
        return Names.find("scenario", label, List.of(values()), Phase::label, "");
    }

    /**
     * Parses a list of labels; order and repetitions do not matter.
     *
     * @throws Fault of kind BAD_INPUT if one of them is not a label
     */
    public static List<Phase> parse(List<String> labels) {
        return labels.stream().map(Phase::named).distinct().sorted().toList();
    }
}
