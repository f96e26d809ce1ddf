package comparison.harness.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** How an application is packed. */
public enum Packaging {
    /** Jars on a JVM. */
    JVM("jvm", "", "OpenJDK"),
    /** The same with an AOT cache (JEP 483, 514, 515) that was trained on a start and one request. */
    JVM_AOT_START("jvm-aot-start", "-aot-start", "OpenJDK, AOT cache (start)"),
    /** The same with an AOT cache that was trained on create, read, update and delete. */
    JVM_AOT_TRAFFIC("jvm-aot-traffic", "-aot-traffic", "OpenJDK, AOT cache (traffic)"),
    /** An executable made by GraalVM's native-image. */
    NATIVE("native", "-native", "GraalVM native"),
    /** A command or an image that its user made, with or without a JVM inside. */
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
     * Returns the packaging of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    @JsonCreator
    public static Packaging named(String id) {
        return Arrays.stream(values())
                .filter(packaging -> packaging.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no packaging " + id));
    }

    /** Returns the packaging of a value of the axis in variants.yaml. */
    static Optional<Packaging> find(String axis) {
        return packed().filter(packaging -> packaging.axis().equals(axis)).findFirst();
    }

    /** Returns the values of the axis in variants.yaml. */
    static List<String> axes() {
        return packed().map(Packaging::axis).toList();
    }

    private static Stream<Packaging> packed() {
        return Arrays.stream(values()).filter(packaging -> packaging != OWN);
    }

    /** Returns the name in the files of a run. */
    @JsonValue
    public String id() {
        return id;
    }

    /** Returns the name in variants.yaml and, as {@code PACKAGING}, in compose.yaml. */
    public String axis() {
        return suffix.isEmpty() ? id : suffix.substring(1);
    }

    /** Returns what it adds to the id of a variant. */
    String suffix() {
        return suffix;
    }

    /** Returns the id of the same variant on a plain JVM, if an id is one of this packaging. */
    public Optional<String> plain(String variant) {
        return suffix.isEmpty() || !variant.endsWith(suffix)
                ? Optional.empty()
                : Optional.of(variant.substring(0, variant.length() - suffix.length()));
    }

    /** Returns the name in the table. */
    public String label() {
        return label;
    }

    /** Returns whether it is started with an AOT cache. */
    public boolean hasAotCache() {
        return this == JVM_AOT_START || this == JVM_AOT_TRAFFIC;
    }
}
