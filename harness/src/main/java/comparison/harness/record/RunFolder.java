package comparison.harness.record;

import comparison.harness.Fault;
import comparison.harness.plan.Plan;
import comparison.harness.workload.Phase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The paths of all files in the folder of one run. It reads none of them, except for {@link #planned()},
 * {@link #sessions()} and {@link #calibrated()}.
 *
 * @param path the folder
 */
public record RunFolder(Path path) {

    /** What was planned, a {@link Plan}. */
    public Path plan() {
        return path.resolve("plan.json");
    }

    /**
     * Reads what was planned.
     *
     * @throws Fault of kind BAD_INPUT if this is not the folder of a run
     */
    public Plan planned() {
        return Json.read(plan(), Plan.class)
                .orElseThrow(
                        () -> Fault.badInput("%s is not the folder of a run: it has no plan.json.".formatted(path)));
    }

    /** Where it ran, an {@link Environment}. */
    public Path environment() {
        return path.resolve("environment.json");
    }

    /**
     * Where a later session of a resumed run took place, an {@link Environment}; session 1 is {@link #environment()}.
     */
    public Path environment(int session) {
        return session == 1 ? environment() : path.resolve("environment-" + session + ".json");
    }

    /** Reads where each session took place, in order. */
    public List<Environment> sessions() {
        return numbered(this::environment, Environment.class);
    }

    private static <T> List<T> numbered(IntFunction<Path> file, Class<T> type) {
        return IntStream.iterate(1, number -> number + 1)
                .mapToObj(number -> Json.read(file.apply(number), type))
                .takeWhile(Optional::isPresent)
                .flatMap(Optional::stream)
                .toList();
    }

    /** What it was combined from, a {@link Pooled}; missing if it was measured as one run. */
    public Path pooled() {
        return path.resolve("pooled.json");
    }

    /** The folder of the clients' calibrations. */
    public Path calibrations() {
        return path.resolve("calibrations");
    }

    /** What a client reached on the stub, a {@link Calibration}; numbers begin with 1. */
    public Path calibration(int number) {
        return calibrations().resolve(number + ".json");
    }

    /** Reads what each client reached on the stub, in order. */
    public List<Calibration> calibrated() {
        return numbered(this::calibration, Calibration.class);
    }

    /** The computed results of simulations. */
    public Path simulations() {
        return path.resolve("simulations.json");
    }

    /** The computed figures; in a published run, only the compressed copy exists, see {@link Json#read}. */
    public Path summary() {
        return path.resolve("summary.json");
    }

    /** The folder of one invocation. */
    public InvocationFolder invocation(Plan.Slot slot) {
        String number = Integer.toString(slot.invocation());
        return new InvocationFolder(path.resolve("runs")
                .resolve(slot.variant())
                .resolve(slot.simulation() == null ? number : slot.simulation() + "-" + number));
    }

    /**
     * The folder of the gate's start, in which contract and SQL are checked. It also warms the page cache. No metric is
     * taken from it.
     */
    public InvocationFolder discardedStart(String variant) {
        return new InvocationFolder(path.resolve("runs").resolve(variant).resolve("discarded-start"));
    }

    /**
     * The folder of one fresh start.
     *
     * @param path the folder
     */
    public record InvocationFolder(Path path) {

        /** How it ended, an {@link Invocation}. */
        public Path outcome() {
            return path.resolve("invocation.json");
        }

        /** The output of the variant. */
        public Path appLog() {
            return path.resolve("app.log");
        }

        /** The time to the first answer, a {@link Startup}. */
        public Path startup() {
            return path.resolve("startup").resolve("probe.json");
        }

        /** Memory and CPU time between the first answer and the first load. */
        public Path atRest() {
            return path.resolve("startup").resolve("server.csv");
        }

        /** The JVM between the first answer and the first load, a {@link Rest}. */
        public Path jvmAtRest() {
            return path.resolve("startup").resolve("rest.json");
        }

        /** Memory and CPU time at rest after the last load. */
        public Path after() {
            return path.resolve("after").resolve("server.csv");
        }

        /** The JVM at rest after the last load, a {@link Rest}. */
        public Path jvmAfter() {
            return path.resolve("after").resolve("rest.json");
        }

        /** When its metrics page was fetched; missing if it was not fetched. */
        public Path scrapes() {
            return path.resolve("scrapes.csv");
        }

        /** The way to the steady state before the warm load, a {@link Steady}. */
        public Path steady() {
            return path.resolve("steady").resolve("steady.json");
        }

        /** Which statements a request executes, a {@link Work}; only in the folder of the gate's start. */
        public Path work() {
            return path.resolve("work.json");
        }

        /** The folder of the load of a phase. */
        public LoadFolder load(Phase phase) {
            return new LoadFolder(path.resolve(phase.label()));
        }
    }

    /**
     * The folder of one load, or of one window of it.
     *
     * @param path the folder
     */
    public record LoadFolder(Path path) {

        /** The folder of one window of a load that is sent in turn with those of other servers; numbers begin with 1. */
        public LoadFolder window(int number) {
            return new LoadFolder(path.resolve(Integer.toString(number)));
        }

        /** Lists the windows of this load, in order; only itself if it was sent as a whole. */
        public List<LoadFolder> windows() {
            List<LoadFolder> windows = IntStream.iterate(1, number -> number + 1)
                    .mapToObj(this::window)
                    .takeWhile(window -> Files.isDirectory(window.path))
                    .toList();
            return windows.isEmpty() ? List.of(this) : windows;
        }

        /** What was sent and what was left, a {@link Load}. */
        public Path facts() {
            return path.resolve("load.json");
        }

        /** JMeter's result while it is written. */
        public Path liveSamples() {
            return path.resolve("samples.jtl");
        }

        /** JMeter's result, compressed. */
        public Path samples() {
            return path.resolve("samples.jtl.gz");
        }

        /** Steal and load average of the machine during the load. */
        public Path machine() {
            return path.resolve("machine.csv");
        }

        /** Memory and CPU time of {@code server}, {@code database} or {@code client} during the load. */
        public Path resources(String of) {
            return path.resolve(of + ".csv");
        }

        /** The Java heap of the server during the load; missing if it has none that can be read. */
        public Path heap() {
            return path.resolve("heap.csv");
        }
    }
}
