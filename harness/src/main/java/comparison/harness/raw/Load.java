package comparison.harness.raw;

/**
 * What is known of one load besides its samples; {@code load.json}.
 *
 * @param schemaVersion version of the JSON form
 * @param use what the figures of this load are for
 * @param startedAt when JMeter was started, ISO 8601
 * @param seconds until JMeter was done, its own start included
 * @param rowsLeft rows in the table afterwards
 */
public record Load(int schemaVersion, String use, String startedAt, double seconds, long rowsLeft) {}
