package comparison.lab.profile;

import java.io.InputStream;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Attributes samples to concerns, by the lists of {@code concerns.yaml}. Immutable.
 *
 * @param profilers prefixes of the names of frames whose samples are left out
 * @param groupings by name; each maps its concerns to prefixes of the names of frames
 */
record Concerns(List<String> profilers, Map<String, Map<String, List<String>>> groupings) {

    /** The concern of everything that no list names. */
    static final String OTHER = "not attributed";

    private static final String LEFT_OUT = "profilers";

    /** Reads {@code concerns.yaml}. */
    static Concerns listed() {
        InputStream packed = Objects.requireNonNull(Concerns.class.getResourceAsStream("concerns.yaml"));
        return YAMLMapper.shared().readValue(packed, Concerns.class); // closes the stream
    }

    /**
     * Returns the percentage of each concern in each grouping, in the order of the file.
     *
     * @param stacks collapsed stacks: frames from the outermost, separated by semicolons, then a space and the value
     */
    Map<String, Map<String, Double>> shares(List<String> stacks) {
        Map<String, Map<String, Double>> shares = new LinkedHashMap<>();
        groupings.forEach((name, lists) -> shares.put(name, shares(lists, stacks)));
        return shares;
    }

    /** Returns the concern of a method in the first grouping, or {@link #OTHER}. */
    String of(String method) {
        return finder(groupings.values().iterator().next()).ofStack(method);
    }

    private Map<String, Double> shares(Map<String, List<String>> lists, List<String> stacks) {
        Finder finder = finder(lists);
        Map<String, Long> sums = new LinkedHashMap<>();
        lists.keySet().forEach(concern -> sums.put(concern, 0L));
        sums.put(OTHER, 0L);
        for (String line : stacks) {
            int end = line.lastIndexOf(' ');
            String concern = finder.ofStack(line.substring(0, end));
            sums.merge(concern, Long.parseLong(line.substring(end + 1)), Long::sum);
        }
        sums.remove(LEFT_OUT);
        double total =
                Math.max(1, sums.values().stream().mapToLong(Long::longValue).sum());
        Map<String, Double> shares = new LinkedHashMap<>();
        sums.forEach((concern, sum) -> shares.put(concern, 100 * sum / total));
        return shares;
    }

    private Finder finder(Map<String, List<String>> lists) {
        Map<String, String> concerns = new HashMap<>();
        lists.forEach((concern, beginnings) -> beginnings.forEach(beginning -> concerns.put(beginning, concern)));
        profilers.forEach(beginning -> concerns.put(beginning, LEFT_OUT));
        return new Finder(concerns);
    }

    /** Finds the concern of a stack, and caches those of frames. Not safe for use by several threads. */
    private static final class Finder {

        private final Map<String, String> concerns;
        private final Map<String, Optional<String>> known = new HashMap<>();

        Finder(Map<String, String> concerns) {
            this.concerns = concerns;
        }

        String ofStack(String stack) {
            for (int end = stack.length(); end > 0; ) {
                int begin = stack.lastIndexOf(';', end - 1);
                Optional<String> concern = known.computeIfAbsent(stack.substring(begin + 1, end), this::ofFrame);
                if (concern.isPresent()) {
                    return concern.get();
                }
                end = begin;
            }
            return OTHER;
        }

        private Optional<String> ofFrame(String frame) {
            String name = FlameGraphs.readable(frame);
            return concerns.keySet().stream()
                    .filter(name::startsWith)
                    .max(Comparator.comparingInt(String::length))
                    .map(concerns::get);
        }
    }
}
