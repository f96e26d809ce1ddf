package comparison.harness.plan;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A record that a part of {@code variants.yaml} is bound to. Jackson knows no line of an unknown field, so it is kept until it is refused. */
interface CatalogueEntry {

    /** Returns what has the name of no field; null if there is nothing. */
    @Nullable
    Map<String, Located<Object>> others();

    /** Returns the names of the fields. */
    default List<String> known() {
        return Arrays.stream(getClass().getRecordComponents())
                .map(RecordComponent::getName)
                .filter(name -> !"others".equals(name))
                .map(name -> name.replaceAll("(\\p{Lu})", "-$1").toLowerCase(Locale.ROOT))
                .toList();
    }
}
