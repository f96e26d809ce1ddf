package comparison.harness.workload;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import comparison.harness.Fault;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Which load of a fresh start makes the figures of a cell. */
public enum Phase {
    /** The first load right after the start. */
    COLD,
    /** The one after it, which the article calls warm: it shows how far the JIT compiler has come by then. */
    SECOND,
    /** A load after the server's speed is steady. */
    WARM;

    /** Returns the name of it in plan.json, of its row and of its folder. */
    @JsonValue
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the phase of that label.
     *
     * @throws Fault of kind BAD_INPUT if there is none
     */
    @JsonCreator
    public static Phase named(String label) {
        return Arrays.stream(values())
                .filter(phase -> phase.label().equals(label))
                .findFirst()
                .orElseThrow(() -> Fault.badInput("Unknown scenario '%s'. Valid: %s."
                        .formatted(
                                label, Arrays.stream(values()).map(Phase::label).collect(Collectors.joining(", ")))));
    }

    /**
     * Reads a list of labels; the order and repetitions do not matter.
     *
     * @throws Fault of kind BAD_INPUT if one of them is not a label
     */
    public static List<Phase> parse(List<String> labels) {
        return labels.stream().map(Phase::named).distinct().sorted().toList();
    }
}
