package comparison.harness.load;

import comparison.harness.workload.Loops;
import comparison.harness.workload.Phase;
import comparison.harness.workload.Rate;
import comparison.harness.workload.Simulation;
import comparison.harness.workload.Workload;

/**
 * Describes a load for a client.
 *
 * @param engine that sends it
 * @param workload to send
 */
public record LoadOrder(Engine engine, Workload workload) {

    /** Client threads of a warm-up if the load itself has no fixed number: for the open model and simulations. */
    public static final int WARM_UP_THREADS = 10;

    /** Orders create, read, update and delete in a closed loop, by JMeter. */
    public LoadOrder(int threads, int loops) {
        this(Engine.JMETER, new Loops(threads, loops));
    }

    /** Orders a simulation of the sources, which only JMeter can send. */
    public LoadOrder(Simulation simulation) {
        this(Engine.JMETER, simulation);
    }

    /** Returns the part of this load that belongs to a phase. */
    public LoadOrder in(Phase phase) {
        return new LoadOrder(engine, workload.in(phase));
    }

    /**
     * Returns a load of the closed model for the same engine and threads.
     *
     * @param loops of each client thread
     */
    public LoadOrder closed(int loops) {
        return new LoadOrder(engine, new Loops(threads(), loops));
    }

    /** Returns a load of the open model at this rate, for the same engine. */
    public LoadOrder open(Rate rate) {
        return new LoadOrder(engine, rate);
    }

    /** Returns the number of client threads, or of the warm-up's threads if the load has no fixed number. */
    public int threads() {
        return switch (workload) {
            case Loops loops -> loops.threads();
            case Rate _ -> WARM_UP_THREADS;
            case Simulation simulation ->
                simulation.loop() == null ? WARM_UP_THREADS : simulation.loop().clients();
        };
    }

    /** Returns the loops of each client thread; 0 for a load with a schedule. */
    public int loops() {
        return workload instanceof Loops loops ? loops.loops() : 0;
    }

    /** Returns the number of requests that it sends. */
    public long requests() {
        return workload.requests();
    }
}
