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
import java.util.function.Consumer;
import java.util.stream.LongStream;

/** One thread that waits for many sockets, moves their bytes and watches their deadlines. Every method but {@code run} is thread-safe. */
final class EventLoop implements Runnable {
    /** Connections whose output waits for that of others at most; so the first answer of a turn waits for no more than these. */
    private static final int BATCH = 64;

    private static final long STOP_TICK_MILLIS = 10;

    private final Selector selector;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Consumer<SelectionKey> ready = EventLoop::ready;
    private final long tickMillis;
    private final Thread thread;
    private final List<LoopMember> unsent = new ArrayList<>(BATCH);
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
    void execute(Runnable task) {
        tasks.add(task);
        if (selector.isOpen()) {
            selector.wakeup();
        } else {
            runTasks();
        }
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
        try (selector) {
            while (!stopped()) {
                turn();
            }
            graceful = idle();
            forEachMember(LoopMember::abortNow);
        } catch (IOException | ClosedSelectorException e) {
            Connection.LOG.error("an event loop ended", e);
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

    /** Survives everything but its own selector: one connection must not take the others with it. */
    private void turn() throws IOException {
        selector.select(ready, stopping ? STOP_TICK_MILLIS : tickMillis);
        sendUnsent();
        runTasks();
        long now = System.nanoTime();
        if (stopping || now - nextSweep >= 0) {
            nextSweep = now + Duration.ofMillis(tickMillis).toNanos();
            forEachMember(member -> member.sweep(now));
        }
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
            unsent.get(i).send();
        }
        unsent.clear();
    }

    /** Those that are there; what they add themselves has woken the selector, and comes after the sockets and deadlines of all others. */
    private void runTasks() {
        for (int due = tasks.size(); due > 0; due--) {
            Runnable task = tasks.poll();
            if (task == null) {
                return; // the loop has ended, and another thread has run it
            }
            runSafely(task);
            sendUnsent();
        }
    }

    private void forEachMember(Consumer<LoopMember> action) {
        for (SelectionKey key : selector.keys()) {
            if (key.attachment() instanceof LoopMember member) {
                runSafely(() -> action.accept(member));
            }
        }
    }

    private static void ready(SelectionKey key) {
        if (key.attachment() instanceof LoopMember member) {
            member.ready();
        }
    }

    private static void runSafely(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            Connection.LOG.error("a task failed on an event loop", e);
        }
    }
}
