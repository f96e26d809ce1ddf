package comparison.lab.observe;

import comparison.harness.Fault;
import comparison.harness.cli.BenchCommand;
import comparison.harness.cli.CatalogueOption;
import comparison.harness.cli.ConsoleProgress;
import comparison.harness.cli.PlanOptions;
import comparison.harness.cli.PreparedTestbed;
import comparison.harness.cli.Project;
import comparison.harness.load.LoadOrder;
import comparison.harness.plan.Packaging;
import comparison.harness.plan.Variant;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Implements {@code bench observe}; see its description. */
@Command(
        name = "observe",
        description = {
            "Measures what being observed costs: the same load unobserved, with a scrape each 111 ms, and with a",
            "flight recording on, each on a fresh start. Runs in the runtime process.",
            "A watcher that this machine does not allow is a warning, and the rest is measured. Ends with code 1 if a page of",
            "metrics grows with the load."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class ObserveCommand extends BenchCommand {

    @Parameters(paramLabel = "VARIANT", split = ",", description = "What to observe; see bench list.")
    @SuppressWarnings("NullAway.Init") // required, so set by picocli before call()
    private List<String> variants;

    @Option(names = "--rounds", paramLabel = "N", description = "Fresh starts of each kind: 6.")
    private int rounds = 6;

    @Mixin
    private final CatalogueOption catalogue = new CatalogueOption();

    @Option(names = "--threads", paramLabel = "N", description = "Client threads: 10.")
    private int threads = 10;

    @Option(names = "--loops", paramLabel = "N", description = "Loops of each client thread; four requests each: 100.")
    private int loops = 100;

    @Option(names = "--publish", description = "Copies the small files to results/published/.")
    private boolean publish;

    @Override
    public Integer call() {
        Project project = Project.here();
        PlanOptions.count("--rounds", rounds);
        LoadOrder order = new LoadOrder(PlanOptions.count("--threads", threads), PlanOptions.count("--loops", loops));
        List<Variant> chosen = catalogue.of(project).select(variants);
        chosen.forEach(ObserveCommand::requireJvm);
        String name = "observed-" + Project.stamp();
        Path folder = project.results().resolve("profile").resolve(name);
        Observations measured = measured(project, chosen, order, folder);
        PrintWriter out = out();
        out.println(measured.page().markdown());
        out.println("raw figures: " + folder.resolve("observed.json"));
        out.flush();
        measured.requireAnswers();
        if (publish) {
            out.println("published: " + project.publish(folder, name));
            out.flush();
        }
        measured.requireSteadyPages();
        return 0;
    }

    private static void requireJvm(Variant variant) {
        if (variant.own() != null || variant.packaging() == Packaging.NATIVE) {
            throw Fault.badInput(
                    "%s has no JVM that this could give the flags of a flight recording. Observe a variant with a jar."
                            .formatted(variant.id()));
        }
    }

    private Observations measured(Project project, List<Variant> chosen, LoadOrder order, Path folder) {
        ConsoleProgress progress = progress();
        return PreparedTestbed.use(
                project,
                chosen,
                folder,
                progress,
                testbed -> new ObservedRun(testbed, order, rounds, folder, progress::say).run(chosen));
    }
}
