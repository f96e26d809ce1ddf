package comparison.harness.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** How an application is packaged. */
public enum Packaging {
    /** Jars on a JVM. */
    JVM("jvm", "", "OpenJDK"),
    /** Like {@link #JVM}, with an AOT cache (JEP 483, 514, 515) that was trained with a start and one request. */
    JVM_AOT_START("jvm-aot-start", "-aot-start", "OpenJDK, AOT cache (start)"),
    /** Like {@link #JVM}, with an AOT cache that was trained with create, read, update and delete. */
    JVM_AOT_TRAFFIC("jvm-aot-traffic", "-aot-traffic", "OpenJDK, AOT cache (traffic)"),
    /** A native executable built by GraalVM's native-image. */
    NATIVE("native", "-native", "GraalVM native"),
    /** A user's command or image, with or without a JVM. */
    OWN("own", "", "own");

    private final String id;
    private final String suffix;
    private final String label;

    Packaging(String id, String suffix, String label) {
        this.id = id;
        this.suffix = suffix;
        this.label = label;
    }

    /**
     * Finds the packaging with this name.
     *
     * @throws IllegalArgumentException if no packaging has this name
     */
    @JsonCreator
    public static Packaging named(String id) {
        return Arrays.stream(values())
                .filter(packaging -> packaging.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no packaging " + id));
    }

    /** Finds the packaging of a value of the axis in variants.yaml. */
    static Optional<Packaging> find(String axis) {
        return packed().filter(packaging -> packaging.axis().equals(axis)).findFirst();
    }

    /** Lists the values of the axis in variants.yaml. */
    static List<String> axes() {
        return packed().map(Packaging::axis).toList();
    }

    private static Stream<Packaging> packed() {
        return Arrays.stream(values()).filter(packaging -> packaging != OWN);
    }

    /** The name in the files of a run. */
    @JsonValue
    public String id() {
        return id;
    }

    /** The name in variants.yaml and, as {@code PACKAGING}, in compose.yaml. */
    public String axis() {
        return suffix.isEmpty() ? id : suffix.substring(1);
    }

    /** The suffix that it adds to the id of a variant. */
    String suffix() {
        return suffix;
    }

    /**
     * Derives the id of the same variant on a plain JVM; empty if the given id does not have this packaging's suffix.
     */
    public Optional<String> plain(String variant) {
        return suffix.isEmpty() || !variant.endsWith(suffix)
                ? Optional.empty()
                : Optional.of(variant.substring(0, variant.length() - suffix.length()));
    }

    /** The name in the table. */
    public String label() {
        return label;
    }

    /** Tells whether it is started with an AOT cache. */
    public boolean hasAotCache() {
        return this == JVM_AOT_START || this == JVM_AOT_TRAFFIC;
    }
}
