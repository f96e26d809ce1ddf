package comparison.harness.raw;

import java.util.List;
import java.util.Map;

/**
 * What the database executed for a loop of create, read, update and delete, counted by pg_stat_statements before the
 * measured starts; {@code discarded-start/work.json}.
 *
 * @param schemaVersion version of the JSON form
 * @param requests of each kind
 * @param calls by kind of request ({@code create}, {@code read}, {@code update}, {@code delete}): how often each statement
 *     was executed
 * @param reference the variant whose counts these must equal; itself for the first one
 * @param differences from the reference, one line each; empty if the work is the same
 */
public record Work(
        int schemaVersion,
        int requests,
        Map<String, Map<String, Long>> calls,
        String reference,
        List<String> differences) {}
