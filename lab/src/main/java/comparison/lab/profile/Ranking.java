package comparison.lab.profile;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Sums values by name and ranks the sums. Not safe for use by several threads. */
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

    /** Returns the {@code most} largest sums. Equal ones are sorted by name, so that reports are reproducible. */
    List<Map.Entry<String, Long>> top(int most) {
        return sums.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(most)
                .toList();
    }

    /** Returns the largest sums as rows of a table. */
    List<List<String>> rows(int most, Function<Map.Entry<String, Long>, List<String>> row) {
        return top(most).stream().map(row).toList();
    }

    /** Returns the largest sums as rows of a table: a prefix with the name, and the sum. */
    List<List<String>> rows(int most, String before) {
        return rows(
                most, entry -> List.of(before + entry.getKey(), entry.getValue().toString()));
    }

    /** Returns a share of the total as text, such as {@code 12.3 %}. */
    String share(long part) {
        return "%.1f %%".formatted(total == 0 ? 0.0 : 100.0 * part / total);
    }
}
