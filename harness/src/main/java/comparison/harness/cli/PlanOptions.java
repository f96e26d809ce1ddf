package comparison.harness.cli;

import comparison.harness.Fault;
import comparison.harness.load.Engine;
import comparison.harness.plan.Catalogue;
import comparison.harness.plan.Limits;
import comparison.harness.plan.Plan;
import comparison.harness.plan.Preset;
import comparison.harness.plan.Variant;
import comparison.harness.report.Report;
import comparison.harness.report.Summary;
import comparison.harness.runtime.LoadClient;
import comparison.harness.workload.Loops;
import comparison.harness.workload.Phase;
import comparison.harness.workload.Rate;
import comparison.harness.workload.Simulation;
import comparison.harness.workload.Workload;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The options of a plan: what is measured, how often and by what load. None of them may be given with --resume, because
 * the plan of a run does not change.
 */
public final class PlanOptions {

    /**
     * A minute less than the time limit of a load, because the client still waits for the last answers and writes them.
     */
    private static final int MAX_SECONDS =
            (int) LoadClient.LONGEST_LOAD.minusMinutes(1).toSeconds();

    private static final Pattern RATE = Pattern.compile("(\\d{1,6}(?:\\.\\d+)?)\\s*(/s|%)?");

    /** Far more than a client on the same machine can send. */
    private static final int MOST_PER_SECOND = 100_000;

    private static final double PERCENTS = 100;

    private static final int MOST_CONNECTIONS = 1_000;
    private static final int MAX_COUNT = 1_000_000;
    private static final double LEAST_SCALE = 0.02;
    private static final int MAX_SEED = 1_000_000;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli before the command is called
    private CommandSpec command;

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
            description =
                    "Which loads make rows: cold (the first after the start), second (the next one), warm (one after the speed is steady).")
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
            names = "--load",
            paramLabel = "ENGINE",
            defaultValue = "jmeter",
            description = "jmeter, or hyperfoil, which costs less and checks the other.")
    private String load = "jmeter";

    @Option(
            names = "--rate",
            paramLabel = "N/s|N%",
            description =
                    "Open model: so many requests per second on a schedule, instead of threads and loops; or a share of what --of says.")
    private @Nullable String rate;

    @Option(
            names = "--of",
            paramLabel = "RUN",
            description =
                    "With --rate N%%: the slowest of these variants in RUN, by the median of its warm throughput.")
    private @Nullable String of;

    @Option(
            names = "--connections",
            paramLabel = "N",
            description =
                    "With --rate and --load hyperfoil: all loops share N kept connections. Without it each opens one.")
    private @Nullable Integer connections;

    @Option(
            names = "--limits",
            paramLabel = "NAME",
            defaultValue = "article",
            description =
                    "article: 2 CPUs and 1 GiB for the server, and as much for the database. none: all that the machine has.")
    private String limits = "article";

    @Option(
            names = "--no-scrape",
            description =
                    "Fetches no metrics page. Without it that of each variant is fetched every 15 s from its start, as in production.")
    private boolean noScrape;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "20",
            description = "How long each load of --rate is.")
    private int seconds;

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
     * Returns the requested plan, with the starts in random order.
     *
     * @throws Fault if options are out of range or contradict each other
     */
    Plan plan(Project project) {
        Catalogue offered = catalogue.of(project);
        Preset chosen = preset == null ? offered.presets().getFirst() : offered.preset(preset);
        List<Variant> selected = offered.select(variants == null ? chosen.variants() : variants);
        if (selected.isEmpty()) {
            throw Fault.badInput("--variants names none. './bench list' shows them.");
        }
        List<Phase> phases = scenarios == null ? chosen.phases() : Phase.parse(scenarios);
        Workload workload = workload(chosen, selected, project);
        List<Simulation> simulated = simulations(chosen);
        selected.forEach(variant -> variant.mustAnswer(simulated));
        return Plan.draw(
                        simulations == null ? chosen.id() : Plan.SIMULATIONS,
                        selected,
                        simulated.isEmpty() ? List.of(workload) : simulated,
                        simulated.isEmpty() ? phases : List.of(Phase.COLD),
                        count("--invocations", invocations, chosen.invocations()),
                        Optional.ofNullable(seed).orElseGet(() ->
                                (long) ThreadLocalRandom.current().nextInt(MAX_SEED)))
                .with(Engine.named(load).id(), Limits.named(limits), !noScrape, chosen.table());
    }

    private Workload workload(Preset chosen, List<Variant> selected, Project project) {
        if (rate == null) {
            Stream.of("--seconds", "--connections", "--of").filter(this::given).forEach(option -> {
                throw Fault.badInput(
                        "%s is for the open model: add --rate, or leave it out. The closed one ends after --loops."
                                .formatted(option));
            });
            return loops(chosen);
        }
        if (threads != null || loops != null) {
            throw Fault.badInput(
                    "--rate has a schedule instead of threads and loops: leave out --threads and --loops, and say how long with --seconds.");
        }
        if (connections != null && Engine.named(load) == Engine.JMETER) {
            throw Fault.badInput(
                    "--connections needs --load hyperfoil: in JMeter's open model each loop opens a connection.");
        }
        return new Rate(
                perSecond(rate, selected, project),
                Fault.count("--seconds", seconds, MAX_SECONDS),
                connections == null ? 0 : Fault.count("--connections", connections, MOST_CONNECTIONS));
    }

    private Loops loops(Preset chosen) {
        int wanted = threads == null ? chosen.threads() : threads;
        if (loops == null) {
            int most = most(Math.max(chosen.loops(), chosen.warmLoops()));
            return new Loops(Fault.count("--threads", wanted, most), chosen.loops(), chosen.warmLoops());
        }
        int each = count("--threads", wanted);
        return new Loops(each, Fault.count("--loops", loops, most(each)));
    }

    /**
     * Returns the most loops for a number of threads, or the most threads for a number of loops. No client sends more
     * requests within the time limit of a load.
     */
    private static int most(int other) {
        long requests = (long) MOST_PER_SECOND * MAX_SECONDS;
        return (int) Math.min(MAX_COUNT, requests / Workload.OPERATIONS / other);
    }

    private double perSecond(String wanted, List<Variant> selected, Project project) {
        Matcher matcher = RATE.matcher(wanted);
        if (!matcher.matches()) {
            throw Fault.badInput("--rate is '%s'. Valid: N/s, such as 500/s, or N%% with --of RUN.".formatted(wanted));
        }
        double value = Double.parseDouble(matcher.group(1));
        boolean share = "%".equals(matcher.group(2));
        if (share == (of == null)) {
            throw Fault.badInput(
                    "--rate N% and --of RUN belong together: N% of the slowest variant's throughput in RUN. A rate in requests is N/s, without --of.");
        }
        double requests = share ? slowest(Objects.requireNonNull(of), selected, project) * value / PERCENTS : value;
        int most = connections == null ? Rate.MOST_PER_SECOND : MOST_PER_SECOND;
        if (requests <= 0 || requests > most) {
            throw Fault.badInput("--rate is %s. Valid: above 0 up to %d requests per second, such as 500/s.%s"
                    .formatted(
                            share ? "'%s', which is %.0f/s".formatted(wanted, requests) : "'" + wanted + "'",
                            most,
                            connections == null
                                    ? " One loop of four is one connection, and there are not ports enough for more; --connections keeps them."
                                    : ""));
        }
        return requests;
    }

    private static double slowest(String name, List<Variant> selected, Project project) {
        List<String> ids = selected.stream().map(Variant::id).toList();
        Summary run = Report.read(project.run(name));
        List<String> without =
                ids.stream().filter(id -> run.slowest(List.of(id)).isEmpty()).toList();
        return run.slowest(without.isEmpty() ? ids : List.of())
                .orElseThrow(() -> Fault.badInput(
                        "%s has no warm throughput of %s in a closed loop. Name another run with --of, or measure these without --rate first."
                                .formatted(name, String.join(", ", without))));
    }

    private boolean given(String option) {
        return command.commandLine().getParseResult().hasMatchedOption(option);
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
                    "Simulations have their own clients and schedules, and one cold load per start: leave out %s."
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

    /** Returns the given options that apply only to create, read, update and delete. */
    private List<String> forLoops() {
        return Stream.of("--scenarios", "--threads", "--loops")
                .filter(this::given)
                .toList();
    }

    private static int count(String option, @Nullable Integer given, int preset) {
        return count(option, given == null ? preset : given);
    }

    /**
     * Validates a number from 1 to a million.
     *
     * @throws Fault of kind BAD_INPUT if it is out of range
     */
    public static int count(String option, int value) {
        return Fault.count(option, value, MAX_COUNT);
    }
}
