package comparison.lab.profile;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Sums by name, the largest first. */
final class Ranking {

    private final Map<String, Long> sums = new HashMap<>();
    private long total;

    void add(String name, long more) {
        sums.merge(name, more, Long::sum);
        total += more;
    }

    long total() {
        return total;
    }

    long of(String name) {
        return sums.getOrDefault(name, 0L);
    }

    /** Returns the {@code most} largest; equal ones by name, so that a report does not change without cause. */
    List<Map.Entry<String, Long>> top(int most) {
        return sums.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(most)
                .toList();
    }

    /** Returns the largest as rows of a table: the name with something before it, and the sum. */
    List<List<String>> rows(int most, String before) {
        return top(most).stream()
                .map(entry -> List.of(before + entry.getKey(), entry.getValue().toString()))
                .toList();
    }

    /** Returns a part of the total, such as {@code 12.3 %}. */
    String share(long part) {
        return "%.1f %%".formatted(total == 0 ? 0.0 : 100.0 * part / total);
    }
}
