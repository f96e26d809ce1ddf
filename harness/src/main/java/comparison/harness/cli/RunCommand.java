package comparison.harness.cli;

import comparison.harness.Fault;
import comparison.harness.load.Engine;
import comparison.harness.load.LoadOrder;
import comparison.harness.plan.Goal;
import comparison.harness.plan.Plan;
import comparison.harness.plan.Preset;
import comparison.harness.plan.Scenario;
import comparison.harness.plan.Simulation;
import comparison.harness.plan.Variant;
import comparison.harness.raw.Json;
import comparison.harness.raw.RunFolder;
import comparison.harness.run.Estimate;
import comparison.harness.run.Experiment;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "run",
        description = "Measures variants and prints the table.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class RunCommand implements Callable<Integer> {

    private static final List<String> WARM_MODES = List.of("article", "steady");

    /** What a plan holds: with --resume it stands. */
    private static final List<String> PLANNED = List.of(
            "--preset",
            "--variants",
            "--catalogue",
            "--scenarios",
            "--invocations",
            "--threads",
            "--loops",
            "--seed",
            "--warm",
            "--load",
            "--rate",
            "--slo",
            "--seconds",
            "--simulations",
            "--time-scale");

    private static final Pattern RATE = Pattern.compile("(\\d{1,5}(?:\\.\\d+)?)\\s*(?:/s)?");

    private static final int MAX_COUNT = 1_000_000;
    private static final double LEAST_SCALE = 0.02;
    private static final int MAX_SEED = 1_000_000;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            defaultValue = "quick",
            description =
                    "quick: three stacks, 10 threads x 200 loops. article: all variants on a JVM, 10 x 1000. article-full: in all packagings. gc: collectors and compilers. sources: the experiments of the sources; sources-short: on three stacks, in a tenth of the time.")
    private String preset = "quick";

    @Option(
            names = "--variants",
            paramLabel = "ID,...",
            split = ",",
            description = "What to measure instead; see bench list.")
    private @Nullable List<String> variants;

    @Option(
            names = "--catalogue",
            paramLabel = "FILE",
            description =
                    "Variants of another file instead of variants.yaml; paths in it start at the project's folder.")
    private @Nullable Path catalogue;

    @Option(
            names = "--scenarios",
            paramLabel = "NAME,...",
            split = ",",
            description = "cold, warm or both (the default).")
    private List<String> scenarios = List.of("cold", "warm");

    @Option(names = "--invocations", paramLabel = "N", description = "Fresh starts per variant.")
    private @Nullable Integer invocations;

    @Option(names = "--threads", paramLabel = "N", description = "Client threads.")
    private @Nullable Integer threads;

    @Option(names = "--loops", paramLabel = "N", description = "Loops of each client thread; four requests each.")
    private @Nullable Integer loops;

    @Option(
            names = "--runtime",
            paramLabel = "NAME",
            description = "docker, process, or auto (the default): docker where an engine answers, else process.")
    private String runtime = "auto";

    @Option(names = "--seed", paramLabel = "N", description = "Repeats the order of an earlier run; see its plan.json.")
    private @Nullable Long seed;

    @Option(
            names = "--warm",
            paramLabel = "MODE",
            defaultValue = "article",
            description = "article: warm is the second load. steady: warm is a load after throughput is stable.")
    private String warm = "article";

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
            names = "--slo",
            paramLabel = "GOAL",
            description = "Such as p99=50ms: finds the highest rate of the open model that keeps it, after the loads.")
    private @Nullable String slo;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "20",
            description = "How long each load of the open model is, and each step to --slo.")
    private int seconds = 20;

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

    @Option(
            names = "--precision",
            paramLabel = "P%",
            description = "Adds fresh starts until the interval of each total throughput is at most +-P %% wide.")
    private @Nullable String precision;

    @Option(names = "--budget", paramLabel = "TIME", description = "Such as 90m or 2h: --precision adds none after it.")
    private @Nullable String budget;

    @Option(
            names = "--resume",
            paramLabel = "RUN",
            description =
                    "Folder or name of an interrupted run, or 'latest': measures what it lacks, as it was planned.")
    private @Nullable String resume;

    @Option(names = "--dry-run", description = "Prints what would be done and how long it takes, and does nothing.")
    private boolean dryRun;

    @Override
    public Integer call() {
        Project project = Project.here();
        Optional<RunFolder> resumed = Optional.ofNullable(resume).map(project::run);
        Plan plan = resumed.map(this::resumed).orElseGet(() -> plan(project));
        RuntimeChoice choice = RuntimeChoice.named(runtime);
        Precision wished = Precision.of(precision, budget);
        if (dryRun) {
            describe(project, plan, resumed);
            return 0;
        }
        return new Session(
                        project,
                        plan,
                        wished,
                        spec.commandLine().getOut(),
                        spec.commandLine().getErr())
                .run(choice, resumed);
    }

    /** The plan of an interrupted run, as it was; what it says can't be changed by the way. */
    private Plan resumed(RunFolder run) {
        List<String> changed = spec.commandLine().getParseResult().matchedOptions().stream()
                .map(CommandLine.Model.OptionSpec::longestName)
                .filter(PLANNED::contains)
                .toList();
        if (!changed.isEmpty()) {
            throw Fault.badInput("--resume measures what the run planned; leave out %s, or begin a new run."
                    .formatted(String.join(", ", changed)));
        }
        Plan plan = Json.read(run.plan(), Plan.class)
                .orElseThrow(() ->
                        Fault.badInput("%s is not the folder of a run: it has no plan.json.".formatted(run.path())));
        if (plan.schemaVersion() != Plan.SCHEMA_VERSION) {
            throw Fault.badInput("%s was begun with another version (schema %d, now %d) and can't be resumed."
                    .formatted(run.path().getFileName(), plan.schemaVersion(), Plan.SCHEMA_VERSION));
        }
        return plan;
    }

    private Plan plan(Project project) {
        if (!WARM_MODES.contains(warm)) {
            throw Fault.badInput("Unknown warm mode '%s'. Valid: %s.".formatted(warm, String.join(", ", WARM_MODES)));
        }
        Preset chosen = Preset.named(preset);
        List<Variant> selected = project.catalogue(catalogue).select(variants == null ? chosen.variants() : variants);
        Plan plan = Plan.draw(
                        chosen.id(),
                        selected,
                        Scenario.parse(scenarios),
                        count("--invocations", invocations, chosen.invocations()),
                        count("--threads", threads, chosen.threads()),
                        count("--loops", loops, chosen.loops()),
                        Optional.ofNullable(seed).orElseGet(() ->
                                (long) ThreadLocalRandom.current().nextInt(MAX_SEED)))
                .with(traffic());
        return simulations(chosen).map(plan::with).orElse(plan);
    }

    private Plan.Traffic traffic() {
        String engine = Engine.named(load).id();
        if (slo != null) {
            return slo(engine, Goal.parse(slo));
        }
        if (rate == null) {
            return new Plan.Traffic(engine, warm, null, null);
        }
        Matcher perSecond = RATE.matcher(rate);
        double requests = perSecond.matches() ? Double.parseDouble(perSecond.group(1)) : 0;
        if (requests <= 0 || requests > LoadOrder.Rate.MOST_PER_SECOND) {
            throw Fault.badInput(
                    "--rate is '%s'. Valid: above 0 up to %d requests per second, such as 500/s. One loop of four is one connection, and there are not ports enough for more."
                            .formatted(rate, LoadOrder.Rate.MOST_PER_SECOND));
        }
        if ("steady".equals(warm)) {
            throw Fault.badInput("--warm steady needs the closed model: leave out --rate.");
        }
        return new Plan.Traffic(engine, warm, requests, count("--seconds", seconds, seconds));
    }

    private Optional<Plan.Simulations> simulations(Preset chosen) {
        Plan.Simulations preset = chosen.simulations();
        if (preset == null && simulations == null) {
            if (timeScale != null) {
                throw Fault.badInput("--time-scale needs simulations: --preset sources, or --simulations.");
            }
            return Optional.empty();
        }
        if (rate != null || slo != null || precision != null || !"jmeter".equals(load)) {
            throw Fault.badInput(
                    "Simulations are JMeter plans with their own schedules and need --invocations to be repeated: leave out --load, --rate, --slo and --precision.");
        }
        double scale = timeScale != null ? timeScale : preset == null ? 1 : preset.timeScale();
        if (!(scale >= LEAST_SCALE && scale <= 1)) {
            throw Fault.badInput("--time-scale is %s. Valid: %s to 1.".formatted(scale, LEAST_SCALE));
        }
        List<String> ids = simulations != null
                ? simulations
                : Objects.requireNonNull(preset).ids();
        return Optional.of(new Plan.Simulations(
                ids.stream().distinct().map(id -> Simulation.named(id).id()).toList(), scale));
    }

    private Plan.Traffic slo(String engine, Goal goal) {
        if (rate != null) {
            throw Fault.badInput("--slo finds the rate: leave out --rate.");
        }
        return new Plan.Traffic(engine, warm, null, count("--seconds", seconds, seconds), goal.text());
    }

    private static int count(String option, @Nullable Integer given, int preset) {
        int value = given == null ? preset : given;
        if (value < 1 || value > MAX_COUNT) {
            throw Fault.badInput("%s is %d. Valid: 1 to %d.".formatted(option, value, MAX_COUNT));
        }
        return value;
    }

    private void describe(Project project, Plan plan, Optional<RunFolder> resumed) {
        PrintWriter out = spec.commandLine().getOut();
        RunFolder run = resumed.orElseGet(() -> new RunFolder(project.results().resolve("not-there-yet")));
        List<Plan.Slot> left = Experiment.left(plan, run);
        out.printf("preset %s, %s, seed %d%n", plan.preset(), plan.load(), plan.seed());
        out.printf(
                "%d rows: %s, each %s%n",
                plan.variants().size() * plan.scenarios().size(),
                plan.variants().stream().map(Variant::id).collect(Collectors.joining(", ")),
                plan.scenarios().stream().map(Scenario::id).collect(Collectors.joining(" and ")));
        out.println("order:");
        for (Plan.Slot slot : left) {
            out.printf(
                    "  %s #%d %s%n",
                    slot.variant(), slot.invocation(), Objects.requireNonNullElse(slot.simulation(), ""));
        }
        Estimate estimate = Estimate.of(plan, run, project.latest());
        long gates = left.stream().map(Plan.Slot::variant).distinct().count();
        Duration time = estimate.left(gates, left.size(), true);
        out.printf(
                "estimated time: %d min (%.0f s per fresh start, from %s), builds not included%n",
                time.toMinutes() + 1, estimate.secondsPerInvocation(), estimate.basis());
        out.flush();
    }

    /** Which runtime is asked for. */
    enum RuntimeChoice {
        AUTO,
        DOCKER,
        PROCESS;

        static RuntimeChoice named(String name) {
            return Arrays.stream(values())
                    .filter(choice -> choice.id().equals(name))
                    .findFirst()
                    .orElseThrow(() ->
                            Fault.badInput("Unknown runtime '%s'. Valid: auto, docker, process.".formatted(name)));
        }

        private String id() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }
}
