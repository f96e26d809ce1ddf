package sprout.server;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/**
 * One thread that waits for many sockets, moves their bytes and watches their deadlines. Whatever a member throws ends that member; the
 * loop ends with the server only. Every method but {@code run} is thread-safe.
 */
final class EventLoop implements Runnable {
    /** Connections whose output waits for that of others at most; so the first answer of a turn waits for no more than these. */
    private static final int BATCH = 64;

    private static final long STOP_TICK_MILLIS = 10;
    /** Turns take milliseconds and come twice a second at least: a loop without one for so long is held by something. */
    private static final Duration LONGEST_TURN = Duration.ofMinutes(1);

    /** Something to be done on the loop for one of its members. */
    @FunctionalInterface
    interface Step {
        void run() throws IOException;
    }

    private record Task(LoopMember member, Step step) {}

    private final Selector selector;
    private final Queue<Task> tasks = new ConcurrentLinkedQueue<>();
    private final Consumer<SelectionKey> ready = EventLoop::ready;
    private final long tickMillis;
    private final Thread thread;
    private final List<LoopMember> unsent = new ArrayList<>(BATCH);
    private final AtomicLong lastTurn = new AtomicLong(System.nanoTime());
    private long nextSweep = System.nanoTime();
    private volatile long stopAt;
    private volatile boolean stopping;
    private volatile boolean graceful;

    EventLoop(ServerOptions options, String name) throws IOException {
        this.selector = Selector.open();
        this.tickMillis = tickMillis(options);
        this.thread = Thread.ofPlatform().name(name).unstarted(this);
    }

    /** Often enough that no deadline is missed by more than a quarter of itself, and at most twice a second. */
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

    /** Has the loop's thread run this soon; once that thread has ended, runs it at once. */
    void execute(LoopMember member, Step step) {
        tasks.add(new Task(member, step));
        if (selector.isOpen()) {
            selector.wakeup();
        } else {
            runTasks();
        }
    }

    /** Whether the loop gets on: not held by one of its members, not without its selector. */
    boolean alive(long now) {
        return thread.isAlive() && now - lastTurn.getOpaque() < LONGEST_TURN.toNanos();
    }

    /** Closes connections as their requests end, and all of them at the deadline; the thread ends then. */
    void stop(long deadline) {
        stopAt = deadline;
        stopping = true;
        selector.wakeup();
    }

    /** Waits for the end of the thread; returns whether no connection was left for it to close by force. */
    boolean awaitEnd() throws InterruptedException {
        thread.join();
        return graceful;
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
                LockSupport.parkNanos(
                        Duration.ofMillis(STOP_TICK_MILLIS).toNanos()); // a selector that fails does so at once
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

    /** At the deadline tasks count no more than connections do, for connections can make tasks without end. */
    private boolean stopped() {
        return stopping && (idle() || System.nanoTime() - stopAt >= 0);
    }

    private boolean idle() {
        return tasks.isEmpty() && selector.keys().isEmpty();
    }

    private void turn() throws IOException {
        Thread.interrupted(); // which a member has left behind, and which would keep the selector from waiting
        selector.select(ready, stopping ? STOP_TICK_MILLIS : tickMillis);
        sendUnsent();
        runTasks();
        long now = System.nanoTime();
        if (stopping || now - nextSweep >= 0) {
            nextSweep = now + Duration.ofMillis(tickMillis).toNanos();
            forEachMember(member -> member.sweep(now));
        }
        lastTurn.setOpaque(now);
    }

    /**
     * On the loop: has the member send its output when those that became ready together have been served, before anything else
     * happens to it. Reading from all and then writing to all keeps the processor's caches warm, and wakes a client less often.
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

    /** Those that are there; what they add themselves has woken the selector, and comes after the sockets and deadlines of all others. */
    private void runTasks() {
        for (int due = tasks.size(); due > 0; due--) {
            Task task = tasks.poll();
            if (task == null) {
                return; // the loop has ended, and another thread has run it
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
                } catch (Throwable e) {
                    end(member, e);
                }
            }
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

    /** Closes before anything is said of it. */
    private static void end(LoopMember member, Throwable fault) {
        try {
            member.abortNow();
        } catch (Throwable again) {
            Faults.report(member, again);
        }
        Faults.report(member, fault);
    }
}
