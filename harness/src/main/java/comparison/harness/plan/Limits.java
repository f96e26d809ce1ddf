package comparison.harness.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import comparison.harness.Fault;
import comparison.harness.Names;
import java.util.List;
import java.util.Locale;

/** The resources that the server and the database may each use. */
public enum Limits {
    /** {@link #CPUS} processors and {@link #MEMORY_BYTES} of memory, as in the article. */
    ARTICLE,
    /** The whole machine: usage is measured but not limited. */
    NONE;

    /** Processors in the article. */
    public static final int CPUS = 2;

    /** Memory in the article, in bytes. */
    public static final long MEMORY_BYTES = 1L << 30;

    /**
     * Finds the limits with this name.
     *
     * @throws Fault of kind BAD_INPUT if no limits have this name; the message lists the valid names
     */
    @JsonCreator
    public static Limits named(String id) {
        return Names.find("limits", id, List.of(values()), Limits::id, "");
    }

    /** The name on the command line and in files. */
    @JsonValue
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Describes the memory limit, in words that follow the cause of a crash. */
    public String memoryInWords() {
        return this == NONE ? "no limit" : "limit %d MiB".formatted(MEMORY_BYTES >> 20);
    }
}
