package comparison.harness.raw;

import comparison.harness.plan.Plan;
import comparison.harness.workload.Phase;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where things lie in the folder of one run.
 *
 * @param path the folder
 */
public record RunFolder(Path path) {

    /** Returns what was planned, a {@link Plan}. */
    public Path plan() {
        return path.resolve("plan.json");
    }

    /** Returns where it ran, an {@link Environment}. */
    public Path environment() {
        return path.resolve("environment.json");
    }

    /** Returns where a later session of a resumed run took place, an {@link Environment}; session 1 is {@link #environment()}. */
    public Path environment(int session) {
        return session == 1 ? environment() : path.resolve("environment-" + session + ".json");
    }

    /** Returns where each session took place, in their order. */
    public List<Environment> sessions() {
        return Stream.iterate(1, session -> session + 1)
                .map(session -> Json.read(environment(session), Environment.class))
                .takeWhile(Optional::isPresent)
                .flatMap(Optional::stream)
                .toList();
    }

    /** Returns what it was put together from, a {@link Pooled}; not there if it was measured as one run. */
    public Path pooled() {
        return path.resolve("pooled.json");
    }

    /** Returns the folder of what is known of the clients. */
    public Path calibrations() {
        return path.resolve("calibrations");
    }

    /** Returns what a client reached on the stub, a {@link Calibration}; numbers begin with 1. */
    public Path calibration(int number) {
        return calibrations().resolve(number + ".json");
    }

    /** Returns the computed figures of simulations. */
    public Path simulations() {
        return path.resolve("simulations.json");
    }

    /** Returns the computed figures. */
    public Path summary() {
        return path.resolve("summary.json");
    }

    /** Returns the folder of one invocation. */
    public InvocationFolder invocation(Plan.Slot slot) {
        String number = Integer.toString(slot.invocation());
        return new InvocationFolder(path.resolve("runs")
                .resolve(slot.variant())
                .resolve(slot.simulation() == null ? number : slot.simulation() + "-" + number));
    }

    /** Returns the folder of the start that only warms the page cache; no figure is taken from it. */
    public InvocationFolder discardedStart(String variant) {
        return new InvocationFolder(path.resolve("runs").resolve(variant).resolve("discarded-start"));
    }

    /**
     * The folder of one fresh start.
     *
     * @param path the folder
     */
    public record InvocationFolder(Path path) {

        /** Returns how it ended, an {@link Invocation}. */
        public Path outcome() {
            return path.resolve("invocation.json");
        }

        /** Returns the output of the variant. */
        public Path appLog() {
            return path.resolve("app.log");
        }

        /** Returns the time to the first answer, a {@link Startup}. */
        public Path startup() {
            return path.resolve("startup").resolve("probe.json");
        }

        /** Returns memory and processor time between the first answer and the first load. */
        public Path atRest() {
            return path.resolve("startup").resolve("server.csv");
        }

        /** Returns the JVM between the first answer and the first load, a {@link Rest}. */
        public Path jvmAtRest() {
            return path.resolve("startup").resolve("rest.json");
        }

        /** Returns memory and processor time at rest after the last load. */
        public Path after() {
            return path.resolve("after").resolve("server.csv");
        }

        /** Returns the JVM at rest after the last load, a {@link Rest}. */
        public Path jvmAfter() {
            return path.resolve("after").resolve("rest.json");
        }

        /** Returns when its metrics page was fetched; not there if it was not. */
        public Path scrapes() {
            return path.resolve("scrapes.csv");
        }

        /** Returns the way to the steady state, a {@link Steady}, in that warm mode. */
        public Path steady() {
            return path.resolve("steady").resolve("steady.json");
        }

        /** Returns which statements a request executes, a {@link Work}; in the folder of the discarded start. */
        public Path work() {
            return path.resolve("work.json");
        }

        /** Returns the folder of the first or the second load. */
        public LoadFolder load(Phase phase) {
            return new LoadFolder(path.resolve(phase.label()));
        }
    }

    /**
     * The folder of one load.
     *
     * @param path the folder
     */
    public record LoadFolder(Path path) {

        /** Returns what was sent and what was left, a {@link Load}. */
        public Path facts() {
            return path.resolve("load.json");
        }

        /** Returns the name of JMeter's result while it is written. */
        public Path liveSamples() {
            return path.resolve("samples.jtl");
        }

        /** Returns JMeter's result, compressed. */
        public Path samples() {
            return path.resolve("samples.jtl.gz");
        }

        /** Returns steal and load average of the machine during the load. */
        public Path machine() {
            return path.resolve("machine.csv");
        }

        /** Returns memory and processor time of {@code server}, {@code database} or {@code client}, during the load. */
        public Path resources(String of) {
            return path.resolve(of + ".csv");
        }

        /** Returns the Java heap of the server during the load; not there if it has none that can be read. */
        public Path heap() {
            return path.resolve("heap.csv");
        }
    }
}
