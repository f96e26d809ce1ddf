package comparison.app;

import jakarta.validation.constraints.NotNull;
import org.jspecify.annotations.Nullable;
import sprout.mvc.annotation.CodePointLength;

/**
 * One row of the table {@code person}, and its JSON.
 *
 * @param id null until the database has generated it
 * @param name 3 to 128 characters
 * @param description 3 to 256 characters
 */
record Person(
        @Nullable Long id,
        @NotNull @CodePointLength(min = 3, max = 128) String name,
        @NotNull @CodePointLength(min = 3, max = 256) String description) {}
