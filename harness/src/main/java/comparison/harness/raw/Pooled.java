package comparison.harness.raw;

import java.util.List;

/**
 * What a run was put together from; {@code pooled.json}. A run that was measured as one has no such file.
 *
 * @param schemaVersion version of the JSON form
 * @param runs their names, in the order of their rounds
 */
public record Pooled(int schemaVersion, List<String> runs) {

    /** The version that this program writes. */
    public static final int SCHEMA_VERSION = 1;
}
