package comparison.harness.workload;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import comparison.harness.Fault;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Which load of a fresh start makes the figures of a cell. */
public enum Phase {
    /** The first load right after the start. */
    COLD("cold"),
    /** The article's warm load: the second one; the first is discarded for it. */
    SECOND("warm"),
    /** A load after throughput is steady. */
    STEADY("warm");

    private final String label;

    Phase(String label) {
        this.label = label;
    }

    /** Returns the name in plan.json. */
    @JsonValue
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the name of its row and of its folder: a run has one warm load, whichever it is. */
    public String label() {
        return label;
    }

    /**
     * Returns the phase of that name in plan.json.
     *
     * @throws Fault of kind BAD_INPUT if there is none
     */
    @JsonCreator
    public static Phase named(String id) {
        return find(List.of(values()), Phase::id, id);
    }

    /**
     * Reads a list of labels; the order and repetitions do not matter.
     *
     * @param warm what is meant by {@code warm}
     * @throws Fault of kind BAD_INPUT if one of them is not a label
     */
    public static List<Phase> parse(List<String> labels, Phase warm) {
        List<Phase> known = List.of(COLD, warm);
        return labels.stream()
                .map(label -> find(known, Phase::label, label))
                .distinct()
                .sorted()
                .toList();
    }

    private static Phase find(List<Phase> known, java.util.function.Function<Phase, String> name, String wanted) {
        return known.stream()
                .filter(phase -> name.apply(phase).equals(wanted))
                .findFirst()
                .orElseThrow(() -> Fault.badInput("Unknown scenario '%s'. Valid: %s."
                        .formatted(wanted, known.stream().map(name).collect(Collectors.joining(", ")))));
    }
}
