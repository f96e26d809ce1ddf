package comparison.harness.record;

import java.util.List;

/**
 * The runs that a run was combined from; {@code pooled.json}. Only combined runs have this file.
 *
 * @param schemaVersion version of the JSON form
 * @param runs their names, in the order of their rounds
 */
public record Pooled(int schemaVersion, List<String> runs) {

    /** The version that this program writes. */
    public static final int SCHEMA_VERSION = 1;
}
