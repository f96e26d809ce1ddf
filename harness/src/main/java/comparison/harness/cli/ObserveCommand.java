package comparison.harness.cli;

import comparison.harness.Fault;
import comparison.harness.load.Engine;
import comparison.harness.load.LoadOrder;
import comparison.harness.plan.Variant;
import comparison.harness.profile.ObservedRun;
import comparison.harness.raw.Disk;
import comparison.harness.raw.Json;
import comparison.harness.runtime.ProcessTestbed;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "observe",
        description = {
            "Measures what being observed costs: the same load with nobody looking, with a scrape each 111 ms, and with a",
            "flight recording on, alternating on one warm server. Runs in the runtime process."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class ObserveCommand implements Callable<Integer> {

    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
    private static final int MAX_COUNT = 1_000_000;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Parameters(paramLabel = "VARIANT", split = ",", description = "What to observe; see bench list.")
    @SuppressWarnings("NullAway.Init") // required, so set by picocli before call()
    private List<String> variants;

    @Option(names = "--rounds", paramLabel = "N", description = "Loads of each kind: 6.")
    private int rounds = 6;

    @Option(names = "--threads", paramLabel = "N", description = "Client threads: 10.")
    private int threads = 10;

    @Option(names = "--loops", paramLabel = "N", description = "Loops of each client thread; four requests each: 100.")
    private int loops = 100;

    @Override
    public Integer call() {
        Project project = Project.here();
        positive("--rounds", rounds);
        LoadOrder order = new LoadOrder(positive("--threads", threads), positive("--loops", loops));
        List<Variant> chosen = project.catalogue(null).select(variants);
        String stamp = LocalDateTime.now(ZoneId.systemDefault()).format(STAMP);
        Path folder = project.results().resolve("profile").resolve("observed-" + stamp);
        Disk.attempt("make " + folder, () -> Files.createDirectories(folder));
        String table = ObservedRun.table(measured(project, chosen, order, folder));
        Disk.attempt("write a table to " + folder, () -> Files.writeString(folder.resolve("table.md"), table));
        PrintWriter out = spec.commandLine().getOut();
        out.println(table);
        out.println("raw figures: " + folder.resolve("observed.json"));
        out.flush();
        return 0;
    }

    private List<ObservedRun.Observed> measured(Project project, List<Variant> chosen, LoadOrder order, Path folder) {
        ConsoleProgress progress = new ConsoleProgress(spec.commandLine().getErr());
        ProcessTestbed testbed = new ProcessTestbed(
                project.path(),
                project.maven(),
                "observe-" + ProcessHandle.current().pid());
        Thread interrupted = new Thread(testbed::close, "interrupted");
        Runtime.getRuntime().addShutdownHook(interrupted);
        try (testbed) {
            progress.say("preparing: building what changed, starting the database");
            testbed.prepare(chosen, Engine.JMETER, folder.resolve("build.log"));
            Json.write(folder.resolve("environment.json"), Surroundings.of(testbed, "asked for", project));
            List<ObservedRun.Observed> all = new ObservedRun(testbed, order, rounds, folder, progress::say).run(chosen);
            Json.write(folder.resolve("observed.json"), all);
            return all;
        } finally {
            Runtime.getRuntime().removeShutdownHook(interrupted);
        }
    }

    private static int positive(String option, int value) {
        if (value < 1 || value > MAX_COUNT) {
            throw Fault.badInput("%s is %d. Valid: 1 to %d.".formatted(option, value, MAX_COUNT));
        }
        return value;
    }
}
