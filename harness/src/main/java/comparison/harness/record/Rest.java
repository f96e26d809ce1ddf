package comparison.harness.record;

/**
 * The server without load: {@code startup/rest.json} after the start, {@code after/rest.json} after the last load. The
 * memory of its control group is in {@code server.csv} in the same folder.
 *
 * @param schemaVersion version of the JSON form
 * @param seconds of rest before the reading
 * @param jvm its JVM at the end of the rest
 */
public record Rest(int schemaVersion, double seconds, Jvm jvm) {}
