package comparison.harness.plan;

import comparison.harness.Fault;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A plan with a name. Each of its parts can be overridden on the command line. */
public enum Preset {
    /** Three stacks in a few minutes: 10 threads x 200 loops, so 8 000 samples per row. */
    QUICK(List.of("sprout-nio-virtual", "servlet-platform", "webflux-platform"), 200),
    /** The article's protocol on all variants: 10 threads x 1000 loops, so 40 000 samples per row. */
    ARTICLE(
            List.of(
                    "sprout-nio-virtual",
                    "sprout-nio-platform",
                    "sprout-hybrid-virtual",
                    "sprout-hybrid-platform",
                    "servlet-platform",
                    "servlet-virtual",
                    "webflux-platform",
                    "webflux-virtual"),
            1000);

    private static final int THREADS = 10;
    private static final int INVOCATIONS = 1;

    private final List<String> variants;
    private final int loops;

    Preset(List<String> variants, int loops) {
        this.variants = variants;
        this.loops = loops;
    }

    /** Returns the preset of that name. */
    public static Preset named(String id) {
        return Arrays.stream(values())
                .filter(preset -> preset.id().equals(id))
                .findFirst()
                .orElseThrow(() -> Fault.badInput("Unknown preset '%s'. Valid: %s.".formatted(id, ids())));
    }

    private static String ids() {
        return Arrays.stream(values()).map(Preset::id).collect(Collectors.joining(", "));
    }

    /** Returns the name on the command line. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the ids of the variants it measures. */
    public List<String> variants() {
        return variants;
    }

    /** Returns the number of client threads. */
    public int threads() {
        return THREADS;
    }

    /** Returns the loops of each client thread per load. */
    public int loops() {
        return loops;
    }

    /** Returns the number of fresh starts per variant. */
    public int invocations() {
        return INVOCATIONS;
    }
}
