package comparison.harness.raw;

import org.jspecify.annotations.Nullable;

/**
 * How one fresh start ended; {@code invocation.json}.
 *
 * @param schemaVersion version of the JSON form
 * @param complete whether every phase was carried out
 * @param failure why not, one line
 */
public record Invocation(
        int schemaVersion, boolean complete, @Nullable String failure) {}
