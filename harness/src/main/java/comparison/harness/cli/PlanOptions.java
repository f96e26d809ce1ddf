package comparison.harness.cli;

import comparison.harness.Fault;
import comparison.harness.load.Engine;
import comparison.harness.plan.Catalogue;
import comparison.harness.plan.Limits;
import comparison.harness.plan.Plan;
import comparison.harness.plan.Preset;
import comparison.harness.plan.Variant;
import comparison.harness.runtime.LoadClient;
import comparison.harness.workload.Loops;
import comparison.harness.workload.Phase;
import comparison.harness.workload.Rate;
import comparison.harness.workload.Simulation;
import comparison.harness.workload.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What is measured, how often and by what load: the options of a plan. With --resume none of them is given, since the plan stands. */
public final class PlanOptions {

    /** The first one is the default. */
    private static final List<String> WARM_MODES = List.of("article", "steady");

    private static final List<String> SCENARIOS = List.of("cold", "warm");
    private static final int DEFAULT_SECONDS = 20;

    /** A minute less than the client is waited for: it waits for its last answers, and writes them. */
    private static final int MAX_SECONDS =
            (int) LoadClient.LONGEST_LOAD.minusMinutes(1).toSeconds();

    private static final Pattern RATE = Pattern.compile("(\\d{1,5}(?:\\.\\d+)?)\\s*(?:/s)?");

    private static final int MAX_COUNT = 1_000_000;
    private static final double LEAST_SCALE = 0.02;
    private static final int MAX_SEED = 1_000_000;

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            description = "What to measure, and by how much load; the first of 'bench list' if left out.")
    private @Nullable String preset;

    @Option(
            names = "--variants",
            paramLabel = "ID,...",
            split = ",",
            description = "What to measure instead; see bench list.")
    private @Nullable List<String> variants;

    @Mixin
    private final CatalogueOption catalogue = new CatalogueOption();

    @Option(
            names = "--scenarios",
            paramLabel = "NAME,...",
            split = ",",
            description = "cold, warm or both (the default).")
    private @Nullable List<String> scenarios;

    @Option(names = "--invocations", paramLabel = "N", description = "Fresh starts per variant.")
    private @Nullable Integer invocations;

    @Option(names = "--threads", paramLabel = "N", description = "Client threads.")
    private @Nullable Integer threads;

    @Option(names = "--loops", paramLabel = "N", description = "Loops of each client thread; four requests each.")
    private @Nullable Integer loops;

    @Option(names = "--seed", paramLabel = "N", description = "Repeats the order of an earlier run; see its plan.json.")
    private @Nullable Long seed;

    @Option(
            names = "--warm",
            paramLabel = "MODE",
            description = "article (the default): warm is the second load. steady: a load after throughput is stable.")
    private @Nullable String warm;

    @Option(
            names = "--load",
            paramLabel = "ENGINE",
            defaultValue = "jmeter",
            description = "jmeter, or hyperfoil, which costs less and checks the other (runtime process only).")
    private String load = "jmeter";

    @Option(
            names = "--rate",
            paramLabel = "N/s",
            description = "Open model: so many requests per second on a schedule, instead of threads and loops.")
    private @Nullable String rate;

    @Option(
            names = "--limits",
            paramLabel = "NAME",
            defaultValue = "article",
            description =
                    "article: 2 CPUs and 1 GiB for the server, and as much for the database. none: all that the machine has.")
    private String limits = "article";

    @Option(names = "--seconds", paramLabel = "N", description = "How long each load of the open model is: 20.")
    private @Nullable Integer seconds;

    @Option(
            names = "--simulations",
            paramLabel = "NAME,...",
            split = ",",
            description =
                    "Experiments of the sources instead of create, read, update and delete: hello, cpu, latency, json, mixed, heavy, files, ladder-10, ladder-100, ladder-1000, ladder-5000.")
    private @Nullable List<String> simulations;

    @Option(
            names = "--time-scale",
            paramLabel = "F",
            description = "Multiplies the durations of simulations, 0.02 to 1; rates stay. 1 is as published.")
    private @Nullable Double timeScale;

    /**
     * The plan that is asked for, in an order of its own.
     *
     * @throws Fault if options are out of range or do not go together
     */
    Plan plan(Project project) {
        if (!WARM_MODES.contains(warm())) {
            throw Fault.badInput("Unknown warm mode '%s'. Valid: %s.".formatted(warm, String.join(", ", WARM_MODES)));
        }
        Catalogue offered = catalogue.of(project);
        Preset chosen = preset == null ? offered.presets().getFirst() : offered.preset(preset);
        List<Variant> selected = offered.select(variants == null ? chosen.variants() : variants);
        List<Phase> phases = phases();
        Workload workload = workload(chosen);
        List<Simulation> simulated = simulations(chosen);
        return Plan.draw(
                        simulations == null ? chosen.id() : Plan.SIMULATIONS,
                        selected,
                        simulated.isEmpty() ? List.of(workload) : simulated,
                        simulated.isEmpty() ? phases : List.of(Phase.COLD),
                        count("--invocations", invocations, 1),
                        Optional.ofNullable(seed).orElseGet(() ->
                                (long) ThreadLocalRandom.current().nextInt(MAX_SEED)))
                .with(Engine.named(load).id(), Limits.named(limits));
    }

    private List<Phase> phases() {
        return Phase.parse(
                scenarios == null ? SCENARIOS : scenarios, "steady".equals(warm()) ? Phase.STEADY : Phase.SECOND);
    }

    private Workload workload(Preset chosen) {
        if (rate == null) {
            if (seconds != null) {
                throw Fault.badInput(
                        "--seconds is for the open model: add --rate, or leave it out. The closed one ends after --loops.");
            }
            return new Loops(count("--threads", threads, chosen.threads()), count("--loops", loops, chosen.loops()));
        }
        Matcher perSecond = RATE.matcher(rate);
        double requests = perSecond.matches() ? Double.parseDouble(perSecond.group(1)) : 0;
        if (requests <= 0 || requests > Rate.MOST_PER_SECOND) {
            throw Fault.badInput(
                    "--rate is '%s'. Valid: above 0 up to %d requests per second, such as 500/s. One loop of four is one connection, and there are not ports enough for more."
                            .formatted(rate, Rate.MOST_PER_SECOND));
        }
        if ("steady".equals(warm())) {
            throw Fault.badInput("--warm steady needs the closed model: leave out --rate.");
        }
        if (threads != null || loops != null) {
            throw Fault.badInput(
                    "--rate has a schedule instead of threads and loops: leave out --threads and --loops, and say how long with --seconds.");
        }
        return new Rate(requests, seconds());
    }

    private String warm() {
        return warm == null ? WARM_MODES.getFirst() : warm;
    }

    private int seconds() {
        return Fault.count("--seconds", seconds == null ? DEFAULT_SECONDS : seconds, MAX_SECONDS);
    }

    private List<Simulation> simulations(Preset chosen) {
        List<Simulation> preset = chosen.simulations();
        if (preset.isEmpty() && simulations == null) {
            if (timeScale != null) {
                throw Fault.badInput("--time-scale needs simulations: --preset sources, or --simulations.");
            }
            return preset;
        }
        if (rate != null || !"jmeter".equals(load)) {
            throw Fault.badInput("Simulations are JMeter plans with their own schedules: leave out --load and --rate.");
        }
        List<String> ignored = forLoops();
        if (!ignored.isEmpty()) {
            throw Fault.badInput(
                    "Simulations have clients and schedules of their own, and one cold load per start: leave out %s."
                            .formatted(String.join(", ", ignored)));
        }
        double scale = timeScale != null
                ? timeScale
                : preset.isEmpty() ? 1 : preset.getFirst().timeScale();
        if (!(scale >= LEAST_SCALE && scale <= 1)) {
            throw Fault.badInput("--time-scale is %s. Valid: %s to 1.".formatted(scale, LEAST_SCALE));
        }
        List<String> ids = simulations != null
                ? simulations
                : preset.stream().map(Simulation::id).toList();
        return ids.stream()
                .distinct()
                .map(id -> Simulation.named(id).scaled(scale))
                .toList();
    }

    /** The options given that only create, read, update and delete follow. */
    private List<String> forLoops() {
        Map<String, Boolean> given = new LinkedHashMap<>();
        given.put("--scenarios", scenarios != null);
        given.put("--threads", threads != null);
        given.put("--loops", loops != null);
        given.put("--warm", warm != null);
        return given.entrySet().stream()
                .filter(Map.Entry::getValue)
                .map(Map.Entry::getKey)
                .toList();
    }

    private static int count(String option, @Nullable Integer given, int preset) {
        return count(option, given == null ? preset : given);
    }

    /** The value, if it is a possible number of things. */
    public static int count(String option, int value) {
        return Fault.count(option, value, MAX_COUNT);
    }
}
