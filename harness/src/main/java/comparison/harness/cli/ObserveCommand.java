package comparison.harness.cli;

import comparison.harness.load.LoadOrder;
import comparison.harness.plan.Variant;
import comparison.harness.profile.ObservedRun;
import comparison.harness.raw.Disk;
import comparison.harness.raw.Json;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Parameters(paramLabel = "VARIANT", split = ",", description = "What to observe; see bench list.")
    @SuppressWarnings("NullAway.Init") // required, so set by picocli before call()
    private List<String> variants;

    @Option(names = "--rounds", paramLabel = "N", description = "Loads of each kind: 6.")
    private int rounds = 6;

    @Mixin
    private final CatalogueOption catalogue = new CatalogueOption();

    @Option(names = "--threads", paramLabel = "N", description = "Client threads: 10.")
    private int threads = 10;

    @Option(names = "--loops", paramLabel = "N", description = "Loops of each client thread; four requests each: 100.")
    private int loops = 100;

    @Override
    public Integer call() {
        Project project = Project.here();
        PlanOptions.count("--rounds", rounds);
        LoadOrder order = new LoadOrder(PlanOptions.count("--threads", threads), PlanOptions.count("--loops", loops));
        List<Variant> chosen = catalogue.of(project).select(variants);
        String stamp = Project.stamp();
        Path folder = project.results().resolve("profile").resolve("observed-" + stamp);
        List<ObservedRun.Observed> all = measured(project, chosen, order, folder);
        String table = ObservedRun.table(all);
        Disk.attempt("write a table to " + folder, () -> Files.writeString(folder.resolve("table.md"), table));
        PrintWriter out = spec.commandLine().getOut();
        out.println(table);
        out.println("raw figures: " + folder.resolve("observed.json"));
        out.flush();
        ObservedRun.requireAnswers(all);
        return 0;
    }

    private List<ObservedRun.Observed> measured(Project project, List<Variant> chosen, LoadOrder order, Path folder) {
        ConsoleProgress progress = new ConsoleProgress(spec.commandLine().getErr());
        return PreparedTestbed.use(project, chosen, folder, progress, testbed -> {
            List<ObservedRun.Observed> all = new ObservedRun(testbed, order, rounds, folder, progress::say).run(chosen);
            Json.write(folder.resolve("observed.json"), all);
            return all;
        });
    }
}
