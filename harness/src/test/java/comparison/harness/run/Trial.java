package comparison.harness.run;

import comparison.harness.Fault;
import comparison.harness.cli.Bench;
import comparison.harness.cli.BenchCommand;
import comparison.harness.cli.PreparedTestbed;
import comparison.harness.cli.Project;
import comparison.harness.cli.Surroundings;
import comparison.harness.load.LoadOrder;
import comparison.harness.plan.Catalogue;
import comparison.harness.plan.Plan;
import comparison.harness.plan.TableState;
import comparison.harness.plan.Variant;
import comparison.harness.probe.Meter;
import comparison.harness.probe.Scraping;
import comparison.harness.record.Load;
import comparison.harness.record.RunFolder;
import comparison.harness.record.RunFolder.InvocationFolder;
import comparison.harness.runtime.RunningVariant;
import comparison.harness.runtime.Testbed;
import comparison.harness.workload.Loops;
import comparison.harness.workload.Phase;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The frame of an experiment that is not a comparison: it starts servers of {@code variants.yaml} as processes, within
 * the limits of a run, and prints plain text for a file in {@code results/published/}. Raw files go to
 * {@code harness/target/<name>/}. After its end, also by Ctrl-C, nothing keeps running.
 */
abstract class Trial extends BenchCommand {

    /** Loops of each client thread in the cold load, as in most presets. */
    static final int COLD_LOOPS = 250;

    private final String name;

    /** Creates an experiment whose {@code @Command} has this name. */
    Trial(String name) {
        this.name = name;
    }

    /** Runs an experiment with the arguments of its command line, and ends the process with its exit code. */
    static void run(Trial trial, String... arguments) {
        Bench.run(
                Bench.commandLine(trial),
                Stream.concat(Stream.of(trial.name), Stream.of(arguments)).toArray(String[]::new));
    }

    /** Returns the ids of the variants to start. */
    abstract List<String> ids(Catalogue catalogue);

    /** Measures and prints. */
    abstract void measure(Testbed testbed, RunFolder run, List<Variant> variants);

    @Override
    public final Integer call() {
        Project project = Project.here();
        Catalogue catalogue = Catalogue.read(project.path().resolve("variants.yaml"));
        List<Variant> variants = catalogue.select(ids(catalogue));
        Path folder = project.path().resolve("harness/target").resolve(name).resolve(Project.stamp());
        return PreparedTestbed.use(project, variants, folder, progress(), testbed -> {
            print(Surroundings.described(project));
            print(String.join("; ", testbed.facts().limits()));
            measure(testbed, new RunFolder(folder), variants);
            return 0;
        });
    }

    /** Prints a line at once, so that a long experiment can be followed. */
    final void print(String line) {
        out().println(line);
        out().flush();
    }

    /** Warms a client, which sends all loads with this number of threads. Only one may be open at a time. */
    final Sender sender(Testbed testbed, RunFolder run, List<Variant> variants, int threads) {
        Plan plan = Plan.draw(name, variants, List.of(new Loops(threads, COLD_LOOPS)), List.of(Phase.COLD), 1, 1);
        WarmClient client = new WarmClient(testbed, run, Loads.order(plan), false, false, progress()::trouble);
        client.warm();
        return new Sender(testbed, run, client, Loads.order(plan), new Loads(testbed, client, plan));
    }

    /**
     * Reads the CPU time since the start of a group of processes, in ns.
     *
     * @throws Fault if it cannot be read
     */
    static long cpuNanos(Meter meter) {
        Long nanos = meter.cpuNanos();
        if (nanos == null) {
            throw Fault.broken("The CPU time of a server, the database or the client cannot be read; it has ended.");
        }
        return nanos;
    }

    /** A warm client, and the servers that it sends loads to. */
    record Sender(Testbed testbed, RunFolder run, WarmClient client, LoadOrder order, Loads loads)
            implements AutoCloseable {

        /**
         * Starts a server on the table of people.
         *
         * @param number of this start among those of the variant, from 1
         * @param scraped whether its metrics page is fetched as in a run
         */
        Server start(Variant variant, int number, boolean scraped) {
            InvocationFolder folder = run.invocation(new Plan.Slot(variant.id(), number));
            testbed.resetTable(TableState.PEOPLE);
            return new Server(testbed.start(variant, folder.appLog()), folder, scraped);
        }

        /** Sends a load; its raw files are those of the phase. */
        Load load(Server server, Phase phase, int loops) {
            return loads.load(
                    server.running, order.closed(loops), server.folder.load(phase), "experiment", loads.machine());
        }

        @Override
        public void close() {
            client.close();
        }
    }

    /** A server from its first answer to its end. */
    static final class Server implements AutoCloseable {

        private final RunningVariant running;
        private final InvocationFolder folder;
        private final @Nullable Scraping scraping;

        private Server(RunningVariant running, InvocationFolder folder, boolean scraped) {
            this.running = running;
            this.folder = folder;
            this.scraping = scraped ? running.management().map(this::scraping).orElse(null) : null;
        }

        private Scraping scraping(URI management) {
            double nanos = running.startup().seconds() * TimeUnit.SECONDS.toNanos(1);
            return Scraping.begin(management, Duration.ofNanos(Math.round(nanos)), folder.scrapes());
        }

        RunningVariant running() {
            return running;
        }

        InvocationFolder folder() {
            return folder;
        }

        ProcessHandle process() {
            return running.process().orElseThrow();
        }

        /** Fetches the metrics page once more, if it is fetched at all. */
        void scrape() {
            if (scraping != null) {
                scraping.now();
            }
        }

        @Override
        public void close() {
            try (running) {
                if (scraping != null) {
                    scraping.close();
                }
            }
        }
    }
}
