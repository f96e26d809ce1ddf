package comparison.harness.load;

import comparison.harness.workload.Loops;
import comparison.harness.workload.Phase;
import comparison.harness.workload.Rate;
import comparison.harness.workload.Simulation;
import comparison.harness.workload.Workload;

/**
 * What a client is told to send.
 *
 * @param engine what sends it
 * @param workload what is sent
 */
public record LoadOrder(Engine engine, Workload workload) {

    /** Client threads that warm up where the load itself has none: of the open model and of simulations. */
    public static final int WARM_UP_THREADS = 10;

    /** Create, read, update and delete, in a closed loop, by JMeter. */
    public LoadOrder(int threads, int loops) {
        this(Engine.JMETER, new Loops(threads, loops));
    }

    /** A simulation of the sources, which JMeter alone can send. */
    public LoadOrder(Simulation simulation) {
        this(Engine.JMETER, simulation);
    }

    /** Returns what of it is sent in a phase. */
    public LoadOrder in(Phase phase) {
        return new LoadOrder(engine, workload.in(phase));
    }

    /** Returns a closed load of so many loops for the same engine and threads. */
    public LoadOrder closed(int loops) {
        return new LoadOrder(engine, new Loops(threads(), loops));
    }

    /** Returns an open load for the same engine. */
    public LoadOrder open(Rate rate) {
        return new LoadOrder(engine, rate);
    }

    /** Returns how many client threads send it, or, where it has none, warm up for it. */
    public int threads() {
        return switch (workload) {
            case Loops loops -> loops.threads();
            case Rate _ -> WARM_UP_THREADS;
            case Simulation simulation ->
                simulation.loop() == null ? WARM_UP_THREADS : simulation.loop().clients();
        };
    }

    /** Returns the loops of each client thread; 0 where the load has a schedule. */
    public int loops() {
        return workload instanceof Loops loops ? loops.loops() : 0;
    }

    /** Returns how many requests it sends. */
    public long requests() {
        return workload.requests();
    }
}
