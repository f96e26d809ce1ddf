package comparison.harness.record;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the database executed for a loop of create, read, update and delete, counted by pg_stat_statements before the
 * measured starts; {@code discarded-start/work.json}.
 *
 * @param schemaVersion version of the JSON form
 * @param requests of each kind
 * @param calls by kind of request ({@code create}, {@code read}, {@code update}, {@code delete}): how often each
 *     statement was executed
 * @param reference the variant whose counts these must equal; the variant itself for the first one
 * @param differences from the reference, one line each; empty if the work is the same
 */
public record Work(
        int schemaVersion,
        int requests,
        Map<String, Map<String, Long>> calls,
        String reference,
        List<String> differences) {

    /**
     * How often an unexpected statement may be executed, per request of the most frequent kind. A pool may check its
     * connections; statements that belong to requests are more frequent.
     */
    private static final double RARE = 0.01;

    /**
     * Compares executed statements with those that these requests should have cost; one line per difference.
     *
     * @param sent number of answered requests of each kind
     * @param executed how often each statement was executed in that time
     */
    public List<String> differences(Map<String, Long> sent, Map<String, Long> executed) {
        Map<String, Long> expected = new TreeMap<>();
        calls.forEach((kind, statements) -> statements.forEach(
                (text, count) -> expected.merge(text, count * sent.getOrDefault(kind, 0L) / requests, Long::sum)));
        long most = sent.values().stream().mapToLong(n -> n).max().orElse(0);
        List<String> lines = new ArrayList<>();
        expected.forEach((text, count) -> {
            long found = executed.getOrDefault(text, 0L);
            if (found != count) {
                lines.add("'%s' %d times instead of %d".formatted(text, found, count));
            }
        });
        new TreeMap<>(executed).forEach((text, count) -> {
            if (!expected.containsKey(text) && count > most * RARE) {
                lines.add("'%s' %d times instead of never".formatted(text, count));
            }
        });
        return lines;
    }
}
