package comparison.harness.run;

import comparison.harness.Fault;
import comparison.harness.Pause;
import comparison.harness.plan.Catalogue;
import comparison.harness.plan.Variant;
import comparison.harness.probe.Probe;
import comparison.harness.probe.Sampling;
import comparison.harness.record.Json;
import comparison.harness.record.Load;
import comparison.harness.record.RunFolder;
import comparison.harness.record.Steady;
import comparison.harness.runtime.Testbed;
import comparison.harness.stats.Ratio;
import comparison.harness.workload.Phase;
import comparison.harness.workload.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Does a server that was warmed without pauses get cheaper by pauses? Under a load that saturates the processors, the
 * JIT compilers may get too little CPU time: the server looks steady while methods wait to be compiled.
 *
 * <p>Each variant is started twice. Both servers get the cold load and the warm-up of a run, then one load, then ten
 * more: the first server rests before each of these, the second does not. All loads have the same number of requests.
 * A change of the machine's speed also changes what client and database cost, so the server's cost relative to theirs
 * is the safer figure. What pauses bring beyond more requests is the change with pauses / the change without them.
 *
 * <p>To start it in the project's folder, with a JDK 25 in JAVA_HOME and nothing else running, for three quarters of an
 * hour:
 *
 * <pre>
 * ./bench list
 * ./bench mvn -q -pl harness -am test-compile
 * "$JAVA_HOME/bin/java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx512m \
 *   -cp 'harness/target/test-classes:lab/target/lab.jar:lab/target/lib/*' \
 *   comparison.harness.run.StarvedCompilers | tee results/published/starved-compilers.txt
 * </pre>
 *
 * {@code taskset -c 0} before the last command leaves one processor to server, client and database together.
 *
 * <p>It prints a line for each of the last windows of the warm-up and for each load: requests, CPU time per request in
 * µs, the compilers' share of the server's CPU time, the share of readings with a method in a compiler, and how many
 * methods waited for C1 and for C2: median and most under load, and right after it. Then it prints how the server's
 * cost changed from the first load to the last three. Progress goes to standard error.
 */
@Command(
        name = "starved-compilers",
        description = "Measures whether a server that was warmed without pauses gets cheaper by pauses.",
        showDefaultValues = true,
        mixinStandardHelpOptions = true)
final class StarvedCompilers extends Trial {

    /** Loads after the first. */
    private static final int MORE = 10;

    private static final int LAST = 3;

    /** Windows of the warm-up that are printed: those in which the compilers must have rested. */
    private static final int LAST_WINDOWS = 5;

    /** As between the cold load and the warm-up of a run. */
    private static final Duration SETTLING = Duration.ofSeconds(3);

    @Parameters(paramLabel = "ID[:THREADS]", description = "Variants, and client threads; 10 if left out.")
    private List<String> words =
            new ArrayList<>(List.of("servlet-platform:100", "webflux-platform", "vertx", "quarkus-reactive"));

    @Option(names = "--starts", paramLabel = "N", description = "Pairs of starts of each variant.")
    private int starts = 1;

    @Option(names = "--load-seconds", paramLabel = "N", description = "Length of a load, about.")
    private int loadSeconds = 15;

    @Option(names = "--pause-seconds", paramLabel = "N", description = "Length of a pause.")
    private int pauseSeconds = 15;

    @Option(names = "--warm-up-seconds", paramLabel = "N", description = "Longest warm-up; that of a run is 60 s.")
    private int warmUpSeconds = 60;

    private StarvedCompilers() {
        super("starved-compilers");
    }

    /** Takes variants and options; {@code --help} lists them. */
    public static void main(String... arguments) {
        run(new StarvedCompilers(), arguments);
    }

    @Override
    List<String> ids(Catalogue catalogue) {
        Fault.count("--starts", starts, 100);
        words.forEach(StarvedCompilers::threads);
        return words.stream().map(StarvedCompilers::id).toList();
    }

    private static String id(String word) {
        return word.replaceFirst(":.*", "");
    }

    private static int threads(String word) {
        String threads = word.equals(id(word)) ? "10" : word.substring(id(word).length() + 1);
        if (!threads.matches("[1-9]\\d{0,3}")) {
            throw Fault.badInput("'%s' has no valid number of threads. Valid: ID:1 to ID:9999.".formatted(word));
        }
        return Integer.parseInt(threads);
    }

    @Override
    void measure(Testbed testbed, RunFolder run, List<Variant> variants) {
        for (String word : words) {
            print("%n%s, %d client threads".formatted(id(word), threads(word)));
            RunFolder own = new RunFolder(run.path().resolve(word.replace(':', '-')));
            try (Sender sender = sender(testbed, own, variants, threads(word))) {
                variants.stream()
                        .filter(variant -> variant.id().equals(id(word)))
                        .forEach(variant -> compare(sender, variant));
            }
        }
    }

    private void compare(Sender sender, Variant variant) {
        List<Course> with = new ArrayList<>();
        List<Course> without = new ArrayList<>();
        int loops = 0;
        for (int start = 1; start <= 2 * starts; start++) {
            // With, without, without, with, ...: a steady drift of the machine affects both alike.
            boolean pauses = start % 4 < 2;
            Course course = course(sender, variant, start, pauses, loops);
            loops = course.loops;
            (pauses ? with : without).add(course);
        }
        print("%n%s: server's CPU per request, last %d loads / first load".formatted(variant.id(), LAST));
        print("itself:                          " + changes(with, without, Cost::server));
        print("relative to the client:          " + changes(with, without, cost -> cost.server() / cost.client()));
        print("relative to database and client: " + changes(with, without, Cost::relative));
    }

    private static String changes(List<Course> with, List<Course> without, ToDoubleFunction<Cost> figure) {
        List<Double> rested = with.stream().map(course -> course.change(figure)).toList();
        List<Double> busy =
                without.stream().map(course -> course.change(figure)).toList();
        return "with pauses %s, without %s, with / without %s"
                .formatted(
                        words(rested),
                        words(busy),
                        Ratio.paired(rested, busy).orElseThrow().text(3));
    }

    private static String words(List<Double> changes) {
        return changes.stream().map("× %.3f"::formatted).collect(Collectors.joining(" "));
    }

    /** Sends everything to a fresh server; 0 loops stand for as many as take the length of a load. */
    private Course course(Sender sender, Variant variant, int number, boolean pauses, int loops) {
        print("%nstart %d, %s".formatted(number, pauses ? "with pauses" : "without pauses"));
        try (Server server = sender.start(variant, number, true)) {
            Probe.Source<CompileQueue> queue = queue(server);
            double perSecond = warmUp(sender, server, queue);
            double perLoop = Workload.OPERATIONS * sender.order().threads();
            int own = loops > 0 ? loops : (int) Math.max(1, perSecond * loadSeconds / perLoop);
            List<Cost> costs = new ArrayList<>();
            long begin = System.nanoTime();
            for (int load = 1; load <= 1 + MORE; load++) {
                if (load > 1 && pauses) {
                    Pause.of(Duration.ofSeconds(pauseSeconds));
                }
                costs.add(Cost.of(sender, server, queue, own, load));
                print("%4d  %s".formatted(load, costs.getLast().line()));
            }
            double seconds = (System.nanoTime() - begin) / (double) TimeUnit.SECONDS.toNanos(1);
            double sending = costs.stream().mapToDouble(Cost::seconds).sum();
            print("requests were under way for %.1f of %.1f s".formatted(sending, seconds));
            return new Course(own, costs);
        }
    }

    private static Probe.Source<CompileQueue> queue(Server server) {
        try {
            return CompileQueue.of(server.process());
        } catch (IOException e) {
            throw Fault.broken("The compile queue cannot be read: " + e.getMessage() + ".", e);
        }
    }

    /** Warms a server as in a run, prints the end of that, and returns the requests per second of the last window. */
    private double warmUp(Sender sender, Server server, Probe.Source<CompileQueue> queue) {
        Load cold = sender.load(server, Phase.COLD, COLD_LOOPS);
        Pause.of(SETTLING);
        WarmUp warmUp = sender.loads().warmUp(server.running(), server.folder(), cold, cold.seconds());
        List<String> queues = new ArrayList<>();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(warmUpSeconds);
        while (!warmUp.isOver() && System.nanoTime() < end) {
            Path file = server.folder().steady().resolveSibling("queue-%d.csv".formatted(queues.size() + 1));
            Sampling sampling = Sampling.of(List.of(new Probe<>(CompileQueue.SERIES, queue, file)));
            try (sampling) {
                warmUp.window();
            }
            queues.add(CompileQueue.summary(file));
            server.scrape();
        }
        Steady steady = Json.read(server.folder().steady(), Steady.class).orElseThrow();
        List<Steady.Window> windows = steady.windows();
        print("%s after %d windows with %d requests, after a cold load of %d"
                .formatted(
                        steady.reached() ? "steady" : "not steady",
                        windows.size(),
                        windows.stream().mapToLong(Steady.Window::samples).sum(),
                        cold.sent().samples()));
        print(Cost.HEADER);
        for (int i = Math.max(0, windows.size() - LAST_WINDOWS); i < windows.size(); i++) {
            print("   w  " + line(windows.get(i), queues.get(i)));
        }
        return windows.getLast().perSecond();
    }

    /** Formats a window of the warm-up like {@link Cost#line}; what it costs database and client is unknown. */
    private static String line(Steady.Window window, String queues) {
        return "%8d  %5.0f  %6.1f  %8s  %6s  %24s  %5.2f  %s"
                .formatted(
                        window.samples(),
                        window.perSecond(),
                        Objects.requireNonNullElse(window.cpuMicrosPerRequest(), 0.0),
                        "-",
                        "-",
                        "-",
                        Objects.requireNonNullElse(window.jitShare(), 0.0) * 100,
                        queues);
    }

    /** The loads of a start, each of this many loops. */
    private record Course(int loops, List<Cost> costs) {

        double change(ToDoubleFunction<Cost> figure) {
            double last = costs.subList(costs.size() - LAST, costs.size()).stream()
                    .mapToDouble(figure)
                    .average()
                    .orElseThrow();
            return last / figure.applyAsDouble(costs.getFirst());
        }
    }
}
