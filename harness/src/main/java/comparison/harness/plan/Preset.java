package comparison.harness.plan;

import comparison.harness.Fault;
import comparison.harness.workload.Simulation;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A plan with a name. Each of its parts can be overridden on the command line.
 *
 * @param id name on the command line
 * @param variants ids of what it measures
 * @param threads client threads
 * @param loops of each client thread per load
 * @param invocations fresh starts per variant, and per simulation
 * @param simulations what is sent instead of create, read, update and delete; empty if nothing is
 */
public record Preset(
        String id, List<String> variants, int threads, int loops, int invocations, List<Simulation> simulations) {

    private static final double SHORT = 0.1;

    private Preset(String id, List<String> variants, int threads, int loops, int invocations) {
        this(id, variants, threads, loops, invocations, List.of());
    }

    /** Three stacks in a few minutes: 8 000 samples per row. */
    private static final Preset QUICK =
            new Preset("quick", List.of("sprout-nio-virtual", "servlet-platform", "webflux-platform"), 10, 200, 1);

    /** The article's protocol on all variants: 40 000 samples per row. */
    private static final Preset ARTICLE = new Preset(
            "article",
            List.of(
                    "sprout-nio-virtual",
                    "sprout-nio-platform",
                    "sprout-hybrid-virtual",
                    "sprout-hybrid-platform",
                    "servlet-platform",
                    "servlet-virtual",
                    "webflux-platform",
                    "webflux-virtual"),
            10,
            1000,
            1);

    /** The same in every packaging: the article's twelve rows, the four that it left out, and those of Sprout. */
    private static final Preset ARTICLE_FULL = new Preset(
            "article-full",
            ARTICLE.variants().stream()
                    .flatMap(id -> Stream.of(
                                    Packaging.JVM, Packaging.JVM_AOT_START, Packaging.JVM_AOT_TRAFFIC, Packaging.NATIVE)
                            .map(packaging -> id + packaging.suffix()))
                    .toList(),
            10,
            1000,
            1);

    /** One application under other collectors, object headers and compilers. */
    private static final Preset GC = new Preset(
            "gc",
            Stream.of(
                            "",
                            "-parallel",
                            "-g1",
                            "-g1-regions",
                            "-zgc",
                            "-shenandoah",
                            "-compact",
                            "-c1",
                            "-c2",
                            "-early",
                            "-late",
                            "-inline")
                    .map("sprout-nio-virtual"::concat)
                    .toList(),
            10,
            1000,
            1);

    /** What the sources measured besides create, read, update and delete. */
    private static final Preset SOURCES = new Preset("sources", ARTICLE.variants(), 10, 1000, 1, Simulation.all());

    /** The same on three stacks, in a tenth of the time. */
    private static final Preset SOURCES_SHORT = new Preset(
            "sources-short",
            QUICK.variants(),
            10,
            200,
            1,
            Stream.of("hello", "cpu", "latency", "json", "mixed")
                    .map(id -> Simulation.named(id).scaled(SHORT))
                    .toList());

    /** Returns all there are. */
    public static List<Preset> all() {
        return List.of(QUICK, ARTICLE, ARTICLE_FULL, GC, SOURCES, SOURCES_SHORT);
    }

    /**
     * Returns the preset of that name.
     *
     * @throws Fault of kind BAD_INPUT if there is none; it lists the valid ones
     */
    public static Preset named(String id) {
        return all().stream()
                .filter(preset -> preset.id().equals(id))
                .findFirst()
                .orElseThrow(() -> Fault.badInput("Unknown preset '%s'. Valid: %s.".formatted(id, ids())));
    }

    private static String ids() {
        return all().stream().map(Preset::id).collect(Collectors.joining(", "));
    }
}
