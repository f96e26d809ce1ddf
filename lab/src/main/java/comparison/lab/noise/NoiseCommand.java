package comparison.lab.noise;

import comparison.harness.Fault;
import comparison.harness.Names;
import comparison.harness.cli.ConsoleProgress;
import comparison.harness.cli.PlanOptions;
import comparison.harness.cli.PreparedTestbed;
import comparison.harness.cli.Project;
import comparison.harness.plan.Catalogue;
import comparison.harness.plan.Plan;
import comparison.harness.plan.Variant;
import comparison.harness.process.Child;
import comparison.harness.record.Disk;
import comparison.harness.record.Json;
import comparison.harness.record.RunFolder;
import comparison.harness.record.RunLock;
import comparison.harness.report.Report;
import comparison.harness.run.Experiment;
import comparison.harness.runtime.Testbed;
import comparison.harness.workload.Loops;
import comparison.harness.workload.Phase;
import comparison.lab.study.Page;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Implements {@code bench noise}; see its descriptions. */
@Command(
        name = "noise",
        description =
                "The experiment on how to take the speed of the machine out of a comparison: canary, duet or calibration.",
        mixinStandardHelpOptions = true)
public final class NoiseCommand {

    static final String CATALOGUE = "harness/src/test/faults/variants.yaml";

    /** The base first. */
    static final List<String> VARIANTS = List.of("sound", "twin", "dear-5", "dear");

    /** The loads of the presets. */
    private static final Loops LOAD = new Loops(10, 250, 600);

    private static final int MAX_SEED = 1_000_000;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before a subcommand is called
    private CommandSpec spec;

    @Command(
            name = "collect",
            description = {
                "Collects a bank of starts in the runtime process: a server, its twin, and the same with 5 %% and 10 %% more",
                "CPU per request. Each round has all of them once."
            },
            mixinStandardHelpOptions = true,
            sortOptions = false)
    int collect(
            @Option(
                            names = "--bank",
                            paramLabel = "KIND",
                            defaultValue = "single",
                            description =
                                    "single: one server at a time, with a canary, and loads on the stub around each warm load. duet: the base and another at the same time, loads in turn.")
                    String kind,
            @Option(names = "--rounds", paramLabel = "N", defaultValue = "48", description = "Rounds: 48.") int rounds,
            @Option(
                            names = "--resume",
                            paramLabel = "BANK",
                            description = "The folder of a bank: measures what it lacks up to --rounds.")
                    @Nullable
                    Path resume) {
        PlanOptions.count("--rounds", rounds);
        Project project = Project.here();
        BankFolder bank = resume == null ? begun(project, kind(kind), rounds) : new BankFolder(resume.toAbsolutePath());
        Plan plan = bank.plan();
        Plan wanted = rounds > plan.invocations() ? plan.withInvocations(rounds) : plan;
        try (RunLock _ = RunLock.take(bank.run())) {
            Json.write(bank.run().plan(), wanted);
            say("bank: " + bank.run().path());
            ConsoleProgress progress = new ConsoleProgress(spec.commandLine().getErr());
            PreparedTestbed.use(
                    project,
                    wanted.variants(),
                    bank.run().path(),
                    progress,
                    testbed -> collected(bank, wanted, testbed, progress));
        }
        print(NoiseTable.page(List.of(Bank.of(bank))));
        return 0;
    }

    private static BankFolder.Kind kind(String name) {
        return Names.find("bank", name, List.of(BankFolder.Kind.values()), BankFolder.Kind::id, "");
    }

    private static BankFolder begun(Project project, BankFolder.Kind kind, int rounds) {
        List<Variant> variants =
                Catalogue.read(project.path().resolve(CATALOGUE)).select(VARIANTS);
        Plan plan = Plan.draw(
                        kind.preset(),
                        variants,
                        List.of(LOAD),
                        List.of(Phase.COLD, Phase.WARM),
                        rounds,
                        ThreadLocalRandom.current().nextInt(MAX_SEED))
                .withScrapes(false);
        Path folder = project.results().resolve("noise").resolve(Project.stamp() + "-" + kind.preset());
        Disk.attempt("make " + folder, () -> Files.createDirectories(folder));
        BankFolder bank = new BankFolder(folder);
        Json.write(bank.run().plan(), plan);
        return bank;
    }

    private static BankFolder collected(BankFolder bank, Plan plan, Testbed testbed, ConsoleProgress progress) {
        int session = bank.run().sessions().size();
        if (bank.kind() == BankFolder.Kind.DUET) {
            new DuetRun(bank, plan, session, testbed, progress).run();
            return bank;
        }
        try (Child _ = Canary.start(bank.canary(session))) {
            new Experiment(plan, bank.run(), session, testbed, progress, _ -> Optional.empty(), _ -> {})
                    .bracketing()
                    .run();
        }
        return bank;
    }

    @Command(
            name = "judge",
            description =
                    "Prints one table of what banks say about each way: bias, coverage, what is found, and the starts and minutes that it takes.",
            mixinStandardHelpOptions = true)
    int judge(@Parameters(paramLabel = "BANK", arity = "1..*", description = "Folders of collect.") List<Path> banks) {
        print(NoiseTable.page(
                banks.stream().map(bank -> Bank.of(new BankFolder(bank))).toList()));
        return 0;
    }

    @Command(
            name = "twins",
            description =
                    "Says from runs in which two variants are the same, per metric, whether one seems better and how often a verdict is false.",
            mixinStandardHelpOptions = true)
    int twins(
            @Parameters(paramLabel = "ID,ID", split = ",", arity = "1", index = "0", description = "The two variants.")
                    List<String> twins,
            @Parameters(paramLabel = "RUN", arity = "1..*", index = "1..*", description = "Folders of runs.")
                    List<Path> runs) {
        if (twins.size() != 2) {
            throw Fault.badInput("Name two variants, such as sound,twin, and then the folders of runs.");
        }
        print(new Twins(
                        twins.getLast(),
                        twins.getFirst(),
                        runs.stream()
                                .map(run -> Report.read(new RunFolder(run)))
                                .toList())
                .page());
        return 0;
    }

    private void print(Page page) {
        say(page.markdown());
    }

    private void say(String text) {
        spec.commandLine().getOut().println(text);
        spec.commandLine().getOut().flush();
    }
}
