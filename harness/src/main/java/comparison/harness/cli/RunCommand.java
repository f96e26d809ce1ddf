package comparison.harness.cli;

import comparison.harness.Fault;
import comparison.harness.Names;
import comparison.harness.plan.Plan;
import comparison.harness.plan.Variant;
import comparison.harness.record.RunFolder;
import comparison.harness.run.Estimate;
import comparison.harness.run.Experiment;
import comparison.harness.workload.Phase;
import comparison.harness.workload.Simulation;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

@Command(
        name = "run",
        description = "Measures variants and prints the table.",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        sortOptions = false)
final class RunCommand extends BenchCommand {

    @Mixin
    private PlanOptions planned = new PlanOptions();

    @Option(
            names = "--runtime",
            paramLabel = "NAME",
            defaultValue = "auto",
            description = "docker, process, or auto: docker where an engine answers, else process.")
    private String runtime = "auto";

    @Option(
            names = "--precision",
            paramLabel = "P%",
            description = "Adds fresh starts until the interval of each total throughput is within +-P %%.")
    private @Nullable String precision;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description = "Time limit for --precision, such as 90m; 2h if left out.")
    private @Nullable String budget;

    @Option(
            names = "--resume",
            paramLabel = "RUN",
            description =
                    "Folder or name of an interrupted run, or 'latest', the newest of them: measures what it lacks, as it was planned.")
    private @Nullable String resume;

    @Option(
            names = "--anyway",
            description =
                    "With --resume: goes on although the project has changed since; the report names each session's commit.")
    private boolean anyway;

    @Option(names = "--dry-run", description = "Prints what would be done and how long it takes, and does nothing.")
    private boolean dryRun;

    /** Groups the options in the help, in the order of the help. */
    static void group(CommandSpec run) {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        groups.put("What", List.of("--preset", "--variants", "--catalogue", "--simulations", "--time-scale"));
        groups.put("How often", List.of("--scenarios", "--invocations", "--precision", "--budget"));
        groups.put("Load", List.of("--threads", "--loops", "--load", "--rate", "--of", "--connections", "--seconds"));
        groups.put("Where", List.of("--runtime", "--limits", "--no-scrape"));
        groups.put("Repeat", List.of("--seed", "--resume", "--anyway", "--dry-run"));
        groups.forEach((title, names) -> {
            ArgGroupSpec.Builder group = ArgGroupSpec.builder()
                    .heading("%n" + title + ":%n")
                    .order(run.argGroups().size())
                    .validate(false);
            for (String name : names) {
                OptionSpec option = run.findOption(name);
                run.remove(option);
                group.addArg(option);
            }
            run.addArgGroup(group.build());
        });
    }

    @Override
    public Integer call() {
        if (anyway && resume == null) {
            throw Fault.badInput("--anyway is for --resume: leave it out, or name the run to resume.");
        }
        Project project = Project.here();
        Optional<RunFolder> resumed = Optional.ofNullable(resume).map(name -> Resumption.run(project, name));
        Plan plan = resumed.map(run -> resumed(run, project)).orElseGet(() -> planned.plan(project));
        RuntimeChoice choice = RuntimeChoice.named(runtime);
        if (precision != null && !plan.simulations().isEmpty()) {
            throw Fault.badInput("Simulations are repeated by --invocations: leave out --precision.");
        }
        if (precision != null && plan.open()) {
            throw Fault.badInput(
                    "--precision narrows the interval of the throughput, which --rate sets: leave out one of the two.");
        }
        Precision wished = Precision.of(precision, budget);
        if (dryRun) {
            describe(project, plan, resumed);
            return 0;
        }
        return new Session(project, plan, wished, out(), progress()).run(choice, resumed);
    }

    /**
     * Returns the unchanged plan of an interrupted run.
     *
     * @throws Fault of kind BAD_INPUT if options of a plan were given, or the run cannot be resumed
     */
    private Plan resumed(RunFolder run, Project project) {
        List<String> changed = line().getParseResult().matchedOptions().stream()
                .filter(option -> CommandSpec.forAnnotatedObject(planned).findOption(option.longestName()) != null)
                .map(OptionSpec::longestName)
                .toList();
        if (!changed.isEmpty()) {
            throw Fault.badInput("--resume measures what the run planned; leave out %s, or begin a new run."
                    .formatted(String.join(", ", changed)));
        }
        return Resumption.plan(run, project, precision != null, anyway);
    }

    private void describe(Project project, Plan plan, Optional<RunFolder> resumed) {
        PrintWriter out = out();
        RunFolder run = resumed.orElseGet(() -> new RunFolder(project.results().resolve("not-there-yet")));
        List<Plan.Slot> left = Experiment.left(plan, run);
        out.printf("preset %s, %s, seed %d%n", plan.preset(), plan.load(), plan.seed());
        out.printf("limits: %s%n", plan.limits().id());
        out.println(plan.scraped() ? "scraped every 15 s, as in production" : "not scraped");
        List<String> loads = plan.simulations().isEmpty()
                ? plan.phases().stream().map(Phase::label).toList()
                : plan.simulations().stream().map(Simulation::id).toList();
        out.printf(
                "%d rows: %s, each %s%n",
                plan.variants().size() * loads.size(),
                plan.variants().stream().map(Variant::id).collect(Collectors.joining(", ")),
                String.join(" and ", loads));
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
    }

    /** Values of the option --runtime. */
    enum RuntimeChoice {
        AUTO,
        DOCKER,
        PROCESS;

        static RuntimeChoice named(String name) {
            return Names.find("runtime", name, List.of(values()), RuntimeChoice::id, "");
        }

        private String id() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }
}
