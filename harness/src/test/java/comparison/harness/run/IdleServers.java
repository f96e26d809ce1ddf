package comparison.harness.run;

import comparison.harness.Fault;
import comparison.harness.Pause;
import comparison.harness.plan.Catalogue;
import comparison.harness.plan.Variant;
import comparison.harness.record.Disk;
import comparison.harness.record.RunFolder;
import comparison.harness.runtime.Testbed;
import comparison.harness.workload.Phase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * What does a server cost that nobody asks for anything: in CPU time, in memory of its own, and in pages of files that
 * it has mapped? Starts the variants one after the other, sends each a cold and a short second load, and lets all of
 * them rest together for 15 minutes, while their metrics pages are fetched as in a run.
 *
 * <p>To start it in the project's folder, with a JDK 25 in JAVA_HOME and nothing else running:
 *
 * <pre>
 * ./bench list
 * ./bench mvn -q -pl harness -am test-compile
 * "$JAVA_HOME/bin/java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx512m \
 *   -cp 'harness/target/test-classes:lab/target/lab.jar:lab/target/lib/*' \
 *   comparison.harness.run.IdleServers | tee results/published/idle-servers.txt
 * </pre>
 *
 * Native images must have been built; a variant without its executable is left out, with the command that builds it.
 *
 * <p>It prints two tables and the CPU time in each fifteenth of the rest. The first fifteenth does not count as idle:
 * compilers and collectors finish what the loads left. Memory is read from {@code smaps_rollup} of the process and its
 * descendants (proc_pid_smaps(5)). <i>Own</i> memory is anonymous or shared memory. <i>File pages</i> are counted in
 * full (Rss), as if the server were alone, and in proportion to the processes that map them (Pss), such as the other
 * JVMs here and that of the harness.
 */
@Command(
        name = "idle-servers",
        description = "Measures memory and CPU time of servers that rest after a load.",
        showDefaultValues = true,
        mixinStandardHelpOptions = true)
final class IdleServers extends Trial {

    private static final int THREADS = 10;
    private static final int SHORT_LOOPS = 500;
    private static final int SLICES = 15;
    private static final Duration REST = Duration.ofSeconds(1);
    private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    @Parameters(paramLabel = "ID", description = "Variants; those of the preset stacks if left out.")
    private List<String> ids = new ArrayList<>();

    @Option(names = "--minutes", paramLabel = "N", description = "Length of the rest.")
    private double minutes = 15;

    @Option(names = "--no-scrape", description = "Does not fetch metrics pages.")
    private boolean silent;

    private IdleServers() {
        super("idle-servers");
    }

    /** Takes variants and options; {@code --help} lists them. */
    public static void main(String... arguments) {
        run(new IdleServers(), arguments);
    }

    @Override
    List<String> ids(Catalogue catalogue) {
        return ids.isEmpty() ? catalogue.preset("stacks").variants() : ids;
    }

    @Override
    void measure(Testbed testbed, RunFolder run, List<Variant> variants) {
        List<Idle> idle = new ArrayList<>();
        try {
            try (Sender sender = sender(testbed, run, variants, THREADS)) {
                for (Variant variant : variants) {
                    load(sender, variant, idle);
                }
            }
            rest(idle);
            report(idle);
        } finally {
            idle.forEach(Idle::close);
        }
    }

    private void load(Sender sender, Variant variant, List<Idle> idle) {
        try {
            Idle one = new Idle(variant.id(), sender.start(variant, 1, !silent));
            idle.add(one);
            Pause.of(REST);
            one.fresh = Memory.of(one.server.process());
            sender.load(one.server, Phase.COLD, COLD_LOOPS);
            sender.load(one.server, Phase.SECOND, SHORT_LOOPS);
            one.loaded = Memory.of(one.server.process());
        } catch (Fault fault) {
            fault.rethrowIfOfTheRun();
            // What is published names no folders of this machine.
            print(variant.id() + " is not measured");
            progress().trouble(variant.id() + ": " + fault.line());
            idle.removeIf(one -> one.variant.equals(variant.id()) && one.loaded == null);
        }
    }

    /** Client and stub have ended; only the servers and the database are left. */
    private void rest(List<Idle> idle) {
        long slice = Math.round(minutes * TimeUnit.MINUTES.toNanos(1) / SLICES);
        long begin = System.nanoTime();
        idle.forEach(Idle::readCpu);
        for (int number = 1; number <= SLICES; number++) {
            Pause.of(Duration.ofNanos(Math.max(0, begin + number * slice - System.nanoTime())));
            idle.forEach(Idle::readCpu);
        }
        idle.forEach(one -> one.rested = Memory.of(one.server.process()));
    }

    private void report(List<Idle> idle) {
        print("%n%d servers at the same time, %.1f minutes of rest, metrics pages %s%n"
                .formatted(idle.size(), minutes, silent ? "not fetched" : "fetched every 15 s"));
        print("| Variant | Own MiB, started | after the loads | after the rest | File pages MiB, Rss | Pss |");
        print("| --- | ---: | ---: | ---: | ---: | ---: |");
        idle.forEach(one -> print(one.memory()));
        print(
                "%n| Variant | Idle CPU (%% of a processor) | CPU per day (s) | Servers in 16 GiB, each with its file pages | with common file pages |"
                        .formatted());
        print("| --- | ---: | ---: | ---: | ---: |");
        idle.forEach(one -> print(one.cost()));
        print("%nCPU time in each fifteenth of the rest (ms)".formatted());
        idle.forEach(one -> print(one.slices()));
    }

    /** A server and its readings. */
    private static final class Idle implements AutoCloseable {

        private final String variant;
        private final Server server;
        private final List<Long> cpuNanos = new ArrayList<>();
        private final List<Long> atNanos = new ArrayList<>();
        private @Nullable Memory fresh;
        private @Nullable Memory loaded;
        private @Nullable Memory rested;

        Idle(String variant, Server server) {
            this.variant = variant;
            this.server = server;
        }

        void readCpu() {
            atNanos.add(System.nanoTime());
            cpuNanos.add(Trial.cpuNanos(server.running().meter()));
        }

        String memory() {
            Memory last = Objects.requireNonNull(rested);
            return "| %s | %.0f | %.0f | %.0f | %.0f | %.0f |"
                    .formatted(
                            variant,
                            Objects.requireNonNull(fresh).own(),
                            Objects.requireNonNull(loaded).own(),
                            last.own(),
                            last.fileRss(),
                            last.filePss());
        }

        String cost() {
            Memory last = Objects.requireNonNull(rested);
            double share = (cpuNanos.getLast() - cpuNanos.get(1)) / (double) (atNanos.getLast() - atNanos.get(1));
            double room = 16 * 1024;
            return "| %s | %.3f | %.0f | %.0f | %.0f |"
                    .formatted(
                            variant,
                            share * 100,
                            share * TimeUnit.DAYS.toSeconds(1),
                            Math.floor(room / (last.own() + last.fileRss())),
                            Math.floor((room - last.fileRss()) / last.own()));
        }

        String slices() {
            StringBuilder line = new StringBuilder(variant).append(':');
            for (int i = 1; i < cpuNanos.size(); i++) {
                line.append(" %.0f".formatted((cpuNanos.get(i) - cpuNanos.get(i - 1)) / NANOS_PER_MILLI));
            }
            return line.toString();
        }

        @Override
        public void close() {
            server.close();
        }
    }

    /** Memory of a process and its descendants, in MiB. */
    private record Memory(double own, double fileRss, double filePss) {

        private static final double KIB_PER_MIB = 1024;

        static Memory of(ProcessHandle root) {
            List<List<String>> rollups = Stream.concat(Stream.of(root), root.descendants())
                    .map(process -> Disk.lines(Path.of("/proc", Long.toString(process.pid()), "smaps_rollup")))
                    .toList();
            double shared = sum(rollups, "Pss_Shmem:");
            return new Memory(
                    sum(rollups, "Pss_Anon:") + shared,
                    sum(rollups, "Rss:") - sum(rollups, "Anonymous:") - shared,
                    sum(rollups, "Pss_File:"));
        }

        private static double sum(List<List<String>> rollups, String field) {
            return rollups.stream()
                            .flatMap(List::stream)
                            .filter(line -> line.startsWith(field))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                            .sum()
                    / KIB_PER_MIB;
        }
    }
}
