package comparison.lab.profile;

import comparison.harness.Fault;
import comparison.harness.cli.BenchCommand;
import comparison.harness.cli.CatalogueOption;
import comparison.harness.cli.ConsoleProgress;
import comparison.harness.cli.PlanOptions;
import comparison.harness.cli.PreparedTestbed;
import comparison.harness.cli.Project;
import comparison.harness.load.LoadOrder;
import comparison.harness.plan.Catalogue;
import comparison.harness.plan.Packaging;
import comparison.harness.plan.Variant;
import comparison.lab.study.Page;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Implements {@code bench profile}; see its description. */
@Command(
        name = "profile",
        description = {
            "Shows where a variant's time and memory go, in a separate run: flame graphs, and findings as text.",
            "Runs in the runtime process. What this machine does not allow is a warning, and the rest is done."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class ProfileCommand extends BenchCommand {

    @Parameters(paramLabel = "VARIANT", split = ",", description = "What to profile; see bench list.")
    @SuppressWarnings("NullAway.Init") // required, so set by picocli before call()
    private List<String> variants;

    @Option(
            names = "--events",
            paramLabel = "NAME,...",
            split = ",",
            description = "What to sample: cpu,alloc,wall,lock (the default).")
    private List<String> events = Stream.of(Event.values()).map(Event::id).toList();

    @Option(
            names = "--against",
            paramLabel = "BASE",
            description =
                    "Also draws the difference to it: a variant, which is profiled too, or a folder of results/profile/.")
    private @Nullable String against;

    @Mixin
    private final CatalogueOption catalogue = new CatalogueOption();

    @Option(names = "--threads", paramLabel = "N", description = "Client threads: 10.")
    private int threads = 10;

    @Option(names = "--loops", paramLabel = "N", description = "Loops of each client thread; four requests each: 1000.")
    private int loops = 1000;

    @Option(names = "--cold", description = "Samples the first load after the start, instead of the second.")
    private boolean cold;

    @Option(names = "--publish", description = "Copies the small files to results/published/.")
    private boolean publish;

    @Override
    public Integer call() {
        Project project = Project.here();
        List<Event> wanted = Event.named(events);
        LoadOrder order = new LoadOrder(PlanOptions.count("--threads", threads), PlanOptions.count("--loops", loops));
        Catalogue offered = catalogue.of(project);
        Optional<Variant> base = offered.all().stream()
                .filter(variant -> variant.id().equals(against))
                .findFirst();
        List<Variant> chosen = Stream.concat(base.stream(), offered.select(variants).stream())
                .distinct()
                .toList();
        chosen.forEach(ProfileCommand::requireJvm);
        Path folder = project.results().resolve("profile").resolve(Project.stamp());
        Optional<Baseline> earlier = Optional.ofNullable(against)
                .map(name -> base.map(variant -> Baseline.in(folder, variant.id()))
                        .orElseGet(() -> earlier(project, name, order)));
        List<Profile> profiles = profiled(project, chosen, order, wanted, folder);
        report(project, folder, profiles, earlier);
        return 0;
    }

    private static void requireJvm(Variant variant) {
        if (variant.packaging() != Packaging.JVM) {
            throw Fault.badInput(
                    "%s is packed as %s: only jars on a JVM are profiled. Take the variant without that suffix."
                            .formatted(variant.id(), variant.packaging().id()));
        }
    }

    /**
     * Finds an earlier profile as a base. Rejects one with another number of requests or without a recording before
     * anything is profiled.
     */
    private static Baseline earlier(Project project, String name, LoadOrder order) {
        Baseline baseline = Stream.of(project.results().resolve("profile").resolve(name), Path.of(name))
                .filter(Files::isDirectory)
                .findFirst()
                .map(Baseline::in)
                .orElseThrow(() -> Fault.badInput(
                        "Unknown base '%s'. Valid: a variant of 'bench list', or a folder of results/profile/."
                                .formatted(name)));
        baseline.comparable(order.requests());
        return baseline;
    }

    private List<Profile> profiled(
            Project project, List<Variant> chosen, LoadOrder order, List<Event> wanted, Path folder) {
        ConsoleProgress progress = progress();
        return PreparedTestbed.use(
                project,
                chosen,
                folder,
                progress,
                testbed -> new ProfileRun(testbed, order, cold, wanted, folder, progress::say).run(chosen));
    }

    private void report(Project project, Path folder, List<Profile> profiles, Optional<Baseline> earlier) {
        PrintWriter out = out();
        List<Baseline.Difference> differences = earlier.map(base -> profiles.stream()
                        .flatMap(profile -> differences(base, profile, folder, out).stream())
                        .toList())
                .orElse(List.of());
        Page page = ProfileReport.of(profiles, differences);
        page.write(folder, "profile");
        out.println(page.markdown());
        out.println("report: " + folder.resolve("profile.html"));
        Profile.requireAnswers(profiles);
        if (publish) {
            out.println("published: " + project.publish(folder, "profile-" + folder.getFileName()));
        }
    }

    /** Returns the differences; none, with a warning, if failed requests made the loads differ in size. */
    private static List<Baseline.Difference> differences(Baseline base, Profile profile, Path folder, PrintWriter out) {
        try {
            return base.differences(profile, folder);
        } catch (Fault e) {
            out.println("warning: " + e.line());
            return List.of();
        }
    }
}
