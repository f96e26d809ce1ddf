package comparison.harness.plan;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A record that a part of {@code variants.yaml} is bound to. Jackson does not report the line of an unknown field, so
 * unknown fields are kept here and rejected later.
 */
interface CatalogueEntry {

    /** The unknown fields with their values; null if all fields are known. */
    @Nullable
    Map<String, Located<Object>> others();

    /** Lists the names of the known fields, as they are written in the file. */
    default List<String> known() {
        return Arrays.stream(getClass().getRecordComponents())
                .map(RecordComponent::getName)
                .filter(name -> !"others".equals(name))
                .map(name -> name.replaceAll("(\\p{Lu})", "-$1").toLowerCase(Locale.ROOT))
                .toList();
    }
}
