package comparison.lab.engine;

import comparison.harness.Fault;
import comparison.harness.Names;
import comparison.harness.cli.BenchCommand;
import comparison.harness.cli.Project;
import comparison.harness.cli.Surroundings;
import comparison.harness.record.Disk;
import comparison.harness.record.Json;
import comparison.harness.report.Markdown;
import comparison.harness.runtime.Maven;
import comparison.lab.study.Page;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Implements {@code bench engine}; see its description. */
@Command(
        name = "engine",
        description = "Compares Sprout's engine with bare JVM servers, with wrk as client.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class EngineCommand extends BenchCommand {

    private static final String BEGIN = "<!-- engine:begin (written by ./bench engine --publish) -->";
    private static final String END = "<!-- engine:end -->";
    private static final List<String> PUBLISHED = List.of("plan.json", "table.md");
    private static final int MAX_SEED = 1_000_000;

    @Option(names = "--servers", paramLabel = "ID,...", split = ",", description = "Which; all by default.")
    private List<String> servers = Server.ALL.stream().map(Server::id).toList();

    @Option(
            names = "--connections",
            paramLabel = "N,...",
            split = ",",
            description = "Kept open by the client: 1,32,256,1000.")
    private List<Integer> connections = List.of(1, 32, 256, 1000);

    @Option(
            names = "--pipelining",
            paramLabel = "N,...",
            split = ",",
            description = "Requests that a connection sends at once: 1,16.")
    private List<Integer> pipelining = List.of(1, 16);

    @Option(names = "--duration", paramLabel = "S", description = "Seconds of each load: 2.")
    private int duration = 2;

    @Option(
            names = "--warm-up",
            paramLabel = "S",
            description = "Seconds of load on a fresh server, before one of each load and those measured: 4.")
    private int warmUp = 4;

    @Option(names = "--rounds", paramLabel = "N", description = "Fresh starts of every server: 3.")
    private int rounds = 3;

    @Option(names = "--route", paramLabel = "NAME", description = "hello (the default) or json.")
    private String route = "hello";

    @Option(names = "--seed", paramLabel = "N", description = "Repeats the order of an earlier run; see its plan.json.")
    private @Nullable Long seed;

    @Option(
            names = "--publish",
            description = "Puts the table into results/engine.md and the figures into results/published/.")
    private boolean publish;

    @Option(names = "--dry-run", description = "Prints what would be done and how long it takes, and does nothing.")
    private boolean dryRun;

    @Override
    public Integer call() {
        EnginePlan plan = plan();
        PrintWriter out = out();
        out.printf(
                "%d servers, %d loads each, %d rounds: about %d minutes%n",
                plan.order().getFirst().size(),
                plan.connections().size() * plan.pipelining().size(),
                plan.rounds(),
                Math.max(1, plan.estimate().plusSeconds(30).toMinutes()));
        out.flush();
        return dryRun ? 0 : measure(plan, out);
    }

    private EnginePlan plan() {
        String chosen = Names.find("route", route, List.of("hello", "json"), name -> name, "");
        long drawn = Optional.ofNullable(seed)
                .orElseGet(() -> (long) ThreadLocalRandom.current().nextInt(MAX_SEED));
        return EnginePlan.draw(
                Server.select(servers), chosen, connections, pipelining, duration, warmUp, rounds, drawn);
    }

    private int measure(EnginePlan plan, PrintWriter out) {
        Project project = Project.here();
        String name = Project.stamp();
        Path folder = project.results().resolve("engine").resolve(name);
        Wrk wrk = Wrk.find(System.getenv().getOrDefault("PATH", ""), folder);
        new Maven(project.path(), project.maven()).buildApp("peers", folder.resolve("build.log"));
        Path jar = project.path().resolve("peers/target/peers.jar");
        List<Measurement> measured = new EngineRun(plan, jar, folder, wrk, progress()::say).run();
        EngineSummary summary = EngineSummary.of(name, Surroundings.described(project), plan, measured);
        Json.write(folder.resolve("summary.json"), summary);
        Page page = EngineTable.page(summary);
        page.write(folder, "table");
        out.println(page.markdown());
        out.println("raw files: " + folder);
        out.flush();
        if (!summary.failures().isEmpty()) {
            throw Fault.broken("%d of the cells above cannot be trusted; the first: %s"
                    .formatted(summary.failures().size(), summary.failures().getFirst()));
        }
        if (publish) {
            publish(project, folder, name, page.markdown());
        }
        return 0;
    }

    /**
     * Reads the page before anything is written, so that a missing placeholder does not leave half a publication
     * behind.
     */
    static void publish(Project project, Path folder, String name, String table) {
        Path target = project.published().resolve("engine-" + name);
        Path page = project.results().resolve("engine.md");
        Disk.attempt("publish to " + target + " and " + page, () -> {
            String link = "Behind it: [figures](published/engine-%s/summary.json.gz).%n".formatted(name);
            String text = Markdown.between(page, Files.readString(page), BEGIN, END, table + link);
            Disk.copy(folder, target, file -> PUBLISHED.contains(file.toString()));
            Json.compress(folder.resolve("summary.json"), target);
            Files.writeString(page, text);
        });
    }
}
