package sprout.server;

import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/**
 * Runs one thread that waits for many sockets, moves their bytes and checks their deadlines. An exception of a member
 * ends that member only; the loop ends with the server. Other threads may call every method except {@link #run} and
 * {@link #sendSoon}.
 */
final class EventLoop implements Runnable {
    /** Connections whose output may wait for each other; this bounds the delay of the first answer. */
    private static final int BATCH = 64;

    private static final long STOP_TICK_MILLIS = 10;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(STOP_TICK_MILLIS);
    /**
     * If a loop has not completed a turn for this long, a member blocks it: turns take milliseconds, and there are at
     * least two per second.
     */
    private static final Duration LONGEST_TURN = Duration.ofMinutes(1);

    private static final Duration LONGEST_END = Duration.ofSeconds(1);

    /** A task for the loop on behalf of one member. What it throws ends that member. */
    @FunctionalInterface
    interface Step {
        void run() throws IOException;
    }

    private record Task(LoopMember member, Step step) {}

    private final Selector selector;
    private final Queue<Task> tasks = new ConcurrentLinkedQueue<>();
    private final Consumer<SelectionKey> ready = EventLoop::ready;
    private final Clock clock;
    private final long tickMillis;
    private final Thread thread;
    private final List<LoopMember> unsent = new ArrayList<>(BATCH);
    private final AtomicLong lastTurn = new AtomicLong(System.nanoTime());
    private long nextSweep = System.nanoTime();
    private volatile long stopAt;
    private volatile boolean stopping;
    private volatile boolean graceful;

    EventLoop(ServerOptions options, Clock clock, String name) throws IOException {
        this(options, clock, name, Selector.open());
    }

    EventLoop(ServerOptions options, Clock clock, String name, Selector selector) {
        Faults.prepare();
        this.clock = clock;
        this.selector = selector;
        this.tickMillis = tickMillis(options);
        this.thread = Thread.ofPlatform().name(name).unstarted(this);
    }

    /**
     * Computes the interval of deadline checks, 5 to 500 ms: a quarter of the shortest time-out, so that a deadline is
     * at most that much late.
     */
    static long tickMillis(ServerOptions options) {
        long shortest = LongStream.of(
                        options.headerTimeout().toMillis(),
                        options.bodyTimeout().toMillis(),
                        options.idleTimeout().toMillis(),
                        options.writeTimeout().toMillis(),
                        options.lingerTimeout().toMillis())
                .min()
                .orElseThrow();
        return Math.clamp(shortest / 4, 5, 500);
    }

    void start() {
        thread.start();
    }

    Selector selector() {
        return selector;
    }

    /**
     * Schedules a step on the loop's thread. Once that thread has ended, the step runs immediately on the caller's
     * thread.
     */
    void execute(LoopMember member, Step step) {
        tasks.add(new Task(member, step));
        if (selector.isOpen()) {
            selector.wakeup();
        } else {
            runTasks();
        }
    }

    /**
     * Reports whether the loop makes progress: its thread is alive and no member blocks it.
     *
     * @param now in the time of {@link System#nanoTime}
     */
    boolean alive(long now) {
        return thread.isAlive() && now - lastTurn.getOpaque() < LONGEST_TURN.toNanos();
    }

    /**
     * Starts the graceful stop: connections close when their requests end, and all of them at the deadline. Then the
     * thread ends.
     *
     * @param deadline in the time of {@link System#nanoTime}
     */
    void stop(long deadline) {
        stopAt = deadline;
        stopping = true;
        selector.wakeup();
    }

    /**
     * Waits for the end of the thread, until a second after the deadline of the stop: then a member blocks it, and all
     * sockets are closed from here.
     *
     * @return whether no connection had to be closed by force
     */
    boolean awaitEnd() throws InterruptedException {
        Duration left =
                Duration.ofNanos(Math.max(0, stopAt - System.nanoTime())).plus(LONGEST_END);
        if (thread.join(left)) {
            return graceful;
        }
        Connection.LOG.error("{} does not end: a connection blocks it", thread);
        try {
            selector.keys().forEach(this::closeFromOutside);
        } catch (ClosedSelectorException e) {
            Connection.LOG.debug("{} has ended after all", thread, e);
        }
        return false;
    }

    /** Closes a socket. Its member is ended by the loop, if that goes on after all. */
    private void closeFromOutside(SelectionKey key) {
        try {
            key.channel().close();
            if (key.attachment() instanceof LoopMember member) {
                execute(member, member::abortNow);
            }
        } catch (Throwable e) {
            Faults.report(thread, e); // the others must still be closed
        }
    }

    @Override
    public void run() {
        boolean goesOn = true;
        while (goesOn) {
            try {
                turn();
                goesOn = !stopped();
            } catch (Throwable e) {
                Faults.report(thread, e);
                goesOn = !stopping || System.nanoTime() - stopAt < 0;
                // A broken selector fails immediately each time. Nothing is created here, because memory may be gone.
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
        end();
    }

    private void end() {
        try (selector) {
            graceful = idle();
            forEachMember(LoopMember::abortNow);
        } catch (Throwable e) {
            Faults.report(thread, e);
        }
        runTasks();
    }

    /** At the deadline the loop ends even if tasks are left, because connections can create tasks without end. */
    private boolean stopped() {
        return stopping && (idle() || System.nanoTime() - stopAt >= 0);
    }

    private boolean idle() {
        return tasks.isEmpty() && selector.keys().isEmpty();
    }

    /** Does what is due. {@link #run} calls this until the server stops; tests may take its place. */
    void turn() throws IOException {
        Thread.interrupted(); // a member may leave an interrupt behind, which would keep the selector from waiting
        long now = 0;
        try {
            selector.select(ready, stopping ? STOP_TICK_MILLIS : tickMillis);
            sendUnsent();
            runTasks();
        } finally {
            now = System.nanoTime();
            sweepIfDue(now); // even if memory is gone: connections whose time is over hold some
        }
        lastTurn.setOpaque(now);
    }

    private void sweepIfDue(long now) {
        if (stopping || now - nextSweep >= 0) {
            nextSweep = now + Duration.ofMillis(tickMillis).toNanos();
            sweep();
        }
    }

    /** Checks the deadlines of all members. Called on the loop. */
    void sweep() {
        long now = clock.now();
        forEachMember(member -> member.sweep(now));
    }

    /**
     * Lets the member send its output after all members that became ready together have been served, and before
     * anything else happens to this member. Called on the loop. Reading from all and then writing to all keeps the
     * processor's caches warm, and wakes clients less often.
     */
    void sendSoon(LoopMember member) {
        unsent.add(member);
        if (unsent.size() == BATCH) {
            sendUnsent();
        }
    }

    private void sendUnsent() {
        for (int i = 0; i < unsent.size(); i++) {
            LoopMember member = unsent.get(i);
            try {
                member.send();
            } catch (Throwable e) {
                end(member, e);
            }
        }
        unsent.clear();
    }

    /**
     * Runs the tasks that are in the queue now. Tasks that they add have woken the selector, and run in the next turn,
     * after the sockets and deadlines of all members.
     */
    private void runTasks() {
        for (int due = tasks.size(); due > 0; due--) {
            Task task = tasks.poll();
            if (task == null) {
                return; // the loop has ended, and another thread took the task
            }
            try {
                task.step.run();
            } catch (Throwable e) {
                end(task.member, e);
            }
            sendUnsent();
        }
    }

    @FunctionalInterface
    private interface Visit {
        void to(LoopMember member) throws IOException;
    }

    private void forEachMember(Visit visit) {
        for (SelectionKey key : selector.keys()) {
            if (key.attachment() instanceof LoopMember member) {
                try {
                    visit.to(member);
                    letGo(key);
                } catch (Throwable e) {
                    end(member, e);
                }
            }
        }
    }

    /**
     * Cancels the key of a closed socket. A socket whose close or registration was broken off by a lack of memory never
     * does that itself, and the selector would keep its descriptor.
     */
    private static void letGo(SelectionKey key) {
        if (!key.channel().isOpen()) {
            key.cancel();
        }
    }

    private static void ready(SelectionKey key) {
        if (key.attachment() instanceof LoopMember member) {
            try {
                member.ready();
            } catch (Throwable e) {
                end(member, e);
            }
        }
    }

    /** Ends the member before logging the fault, because logging may fail. */
    private static void end(LoopMember member, Throwable fault) {
        try {
            member.abortNow();
        } catch (Throwable again) {
            Faults.report(member, again);
        }
        Faults.report(member, fault);
    }
}
