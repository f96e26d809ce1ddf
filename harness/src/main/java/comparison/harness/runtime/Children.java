package comparison.harness.runtime;

import comparison.harness.Fault;
import comparison.harness.probe.Meter;
import comparison.harness.process.Child;
import comparison.harness.process.Program;
import comparison.harness.runtime.Processors.Party;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Starts the processes of a testbed, each in a separate box, and ends them. One thread starts them; any thread may
 * close.
 */
final class Children implements AutoCloseable {

    private final Confinement confinement;
    private final String name;
    private final Set<Boxed> running = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    Children(Confinement confinement, String name) {
        this.confinement = confinement;
        this.name = name;
    }

    /**
     * Starts a process.
     *
     * @param start {@link Program#start} or {@link Program#startTalking}, with the log
     * @throws Fault if it cannot be started, or after {@link #close}
     */
    Boxed start(String role, Party party, Program program, Function<Program, Child> start) {
        if (closed) {
            throw over();
        }
        String free = free(role);
        Boxed boxed = started(free, confinement.box(free, party), program, start);
        running.add(boxed);
        // close() sets the flag before it iterates over the set, so one of the two threads ends this child.
        if (closed) {
            boxed.close();
            throw over();
        }
        return boxed;
    }

    /** Finds a name that no running child has: two servers of one role must not share a control group. */
    private String free(String role) {
        String wanted = name + "-" + role;
        return Stream.iterate(1, number -> number + 1)
                .map(number -> number == 1 ? wanted : wanted + "-" + number)
                .filter(one -> running.stream().noneMatch(child -> child.name.equals(one)))
                .findFirst()
                .orElseThrow();
    }

    private Boxed started(String free, Confinement.Box box, Program program, Function<Program, Child> start) {
        try {
            return new Boxed(free, start.apply(program.calling(box.command(program.command()))), box);
        } catch (RuntimeException e) {
            box.close();
            throw e;
        }
    }

    private static Fault over() {
        return Fault.broken("The run is over; no process is started any more.");
    }

    /** Returns how many processors a party may use, apart from other limits. */
    int processors(Party party) {
        return confinement.processors().count(party);
    }

    /** Ends all processes. None can be started afterwards. */
    @Override
    public void close() {
        closed = true;
        running.forEach(Boxed::close);
    }

    /** A child in its box. */
    final class Boxed implements AutoCloseable {

        private final String name;
        private final Child child;
        private final Confinement.Box box;

        private Boxed(String name, Child child, Confinement.Box box) {
            this.name = name;
            this.child = child;
            this.box = box;
        }

        Child child() {
            return child;
        }

        Meter meter() {
            return box.meter(child.process().toHandle());
        }

        boolean outOfMemory() {
            return box.outOfMemory();
        }

        /** Ends the child with all its descendants, then removes the box. */
        @Override
        public void close() {
            child.close();
            if (running.remove(this)) {
                box.close();
            }
        }
    }
}
