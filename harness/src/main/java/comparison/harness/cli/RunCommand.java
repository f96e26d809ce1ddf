package comparison.harness.cli;

import comparison.harness.Fault;
import comparison.harness.plan.Plan;
import comparison.harness.plan.Preset;
import comparison.harness.plan.Scenario;
import comparison.harness.plan.Variant;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
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

    private static final int MAX_COUNT = 1_000_000;
    private static final int MAX_SEED = 1_000_000;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            defaultValue = "quick",
            description = "quick: three stacks, 10 threads x 200 loops. article: all variants, 10 x 1000.")
    private String preset = "quick";

    @Option(
            names = "--variants",
            paramLabel = "ID,...",
            split = ",",
            description = "What to measure instead; see bench list.")
    private @Nullable List<String> variants;

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

    @Option(names = "--dry-run", description = "Prints what would be done, and does nothing.")
    private boolean dryRun;

    @Override
    public Integer call() {
        Project project = Project.here();
        Plan plan = plan(project);
        RuntimeChoice choice = RuntimeChoice.named(runtime);
        if (dryRun) {
            describe(plan, spec.commandLine().getOut());
            return 0;
        }
        return new Session(
                        project,
                        plan,
                        choice,
                        spec.commandLine().getOut(),
                        spec.commandLine().getErr())
                .run();
    }

    private Plan plan(Project project) {
        Preset chosen = Preset.named(preset);
        List<Variant> selected = project.catalogue().select(variants == null ? chosen.variants() : variants);
        return Plan.draw(
                chosen.id(),
                selected,
                Scenario.parse(scenarios),
                count("--invocations", invocations, chosen.invocations()),
                count("--threads", threads, chosen.threads()),
                count("--loops", loops, chosen.loops()),
                Optional.ofNullable(seed)
                        .orElseGet(() -> (long) ThreadLocalRandom.current().nextInt(MAX_SEED)));
    }

    private static int count(String option, @Nullable Integer given, int preset) {
        int value = given == null ? preset : given;
        if (value < 1 || value > MAX_COUNT) {
            throw Fault.badInput("%s is %d. Valid: 1 to %d.".formatted(option, value, MAX_COUNT));
        }
        return value;
    }

    private static void describe(Plan plan, PrintWriter out) {
        out.printf(
                "preset %s, %d threads x %d loops: %d samples per load, seed %d%n",
                plan.preset(), plan.threads(), plan.loops(), plan.expectedSamples(), plan.seed());
        out.printf(
                "%d rows: %s, each %s%n",
                plan.variants().size() * plan.scenarios().size(),
                plan.variants().stream().map(Variant::id).collect(Collectors.joining(", ")),
                plan.scenarios().stream().map(Scenario::id).collect(Collectors.joining(" and ")));
        out.println("order:");
        for (Plan.Slot slot : plan.order()) {
            out.printf("  %s #%d%n", slot.variant(), slot.invocation());
        }
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
