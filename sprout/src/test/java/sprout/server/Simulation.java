package sprout.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import sprout.http.Fuzz;
import sprout.http.HttpHandler;
import sprout.http.HttpRequestParser;

/**
 * Serves one client on a simulated socket and clock. A script of bytes says what the client, the workers and the time
 * do, and in which order, so each run of a script is the same. One thread is the event loop and the workers in turn: a
 * worker that waits for its client lets the script continue.
 *
 * <p>The client sends all bytes of the script, but for these commands. A digit, if there is none 0, chooses from a
 * table.
 *
 * <pre>
 *   ~~  a tilde                        ~s  nothing, but what comes next is received separately
 *   ~t  time passes (digit: how much)  ~b  sends further bytes (digit: how many)
 *   ~f  takes nothing any more         ~r  takes more (digit: how much)
 *   ~c  ends what it sends             ~x  resets the connection
 *   ~p  workers are busy               ~w  a worker runs one task
 *   ~k  the server begins to stop      ~e  another client needs the place of this one
 * </pre>
 *
 * <p>When the script is over, the client takes everything, then time passes until the connection has ended.
 */
public final class Simulation {
    /** Of one script, so that none is slow. */
    private static final int MOST_FILLED = 300_000;

    private static final int MOST_TURNS = 10_000;
    /** In milliseconds, on both sides of the time-outs of a connection. */
    private static final long[] TIMES = {10, 300, 1000, 2000, 5000, 10_000, 30_000, 60_000, 90_000, 4000};
    /** Bytes, on both sides of the sizes of buffers. */
    private static final int[] SIZES = {1, 10, 100, 1000, 2048, 8192, 20_000, 32_768, 70_000, 200_000};

    private static final ServerOptions OPTIONS =
            ServerOptions.builder().bufferPoolBytes(0).build();
    private static final HttpRequestParser PARSER = new HttpRequestParser(OPTIONS.limits());

    private final byte[] script;
    private final SimulatedSocket socket = new SimulatedSocket();
    private final SimulatedSocket.Poller poller = new SimulatedSocket.Poller();
    private final Time time = new Time();
    private final Workers workers = new Workers();
    private final ServerContext context;
    private final EventLoop loop;
    private final LoopChannel channel;
    private final ByteArrayOutputStream typed = new ByteArrayOutputStream();
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    private int at;
    private int filled;
    private boolean slow;
    private boolean passed;
    private boolean disturbed;
    private long mostMemory;
    private int receivedAtRest = -1;

    private Simulation(HttpHandler handler, boolean hybrid, @Nullable TlsOptions tls, byte[] script) {
        this.script = script;
        ServerOptions options = tls == null
                ? OPTIONS
                : ServerOptions.builder().bufferPoolBytes(0).tls(tls).build();
        this.context = new ServerContext(handler, PARSER, workers, new Handshakes(workers), options, time);
        this.loop = new EventLoop(options, time, "simulated-loop", poller);
        try {
            context.admit(socket, accepted -> accepted.configureBlocking(false));
            this.channel = new LoopChannel(new Wire(context, socket), loop);
            NioConnection connection = new NioConnection(channel, hybrid);
            loop.execute(channel, connection::register);
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Runs a script to its end and checks what holds for all protocols: the connection ends, nothing is held after
     * that, no error was logged, and the loop never turns without end.
     *
     * @param hybrid whether workers parse, as in the hybrid engine on platform threads
     */
    public static Simulation run(HttpHandler handler, boolean hybrid, byte[] script) {
        return run(handler, hybrid, null, script);
    }

    static Simulation run(HttpHandler handler, boolean hybrid, @Nullable TlsOptions tls, byte[] script) {
        RecordingLog.takeFirst();
        Simulation simulation = new Simulation(handler, hybrid, tls, script);
        simulation.run();
        AssertionError logged = RecordingLog.takeFirst();
        if (logged != null) {
            throw logged;
        }
        return simulation;
    }

    private void run() {
        settle();
        while (!over()) {
            step();
        }
        open();
        settle();
        loop.sweep(); // some output waits for the next look at the deadlines
        settle();
        if (!socket.ended() && socket.drained() && !channel.custody.lent()) {
            receivedAtRest = socket.received().length;
        }
        for (int i = 0; i < 20 && socket.isOpen(); i++) {
            pass(TIMES[8]);
            settle();
        }
        Fuzz.require(!socket.isOpen(), "the connection has not ended: " + channel.phase());
        turn(); // forgets the key
        ServerStatistics left = context.statistics();
        Fuzz.require(left.buffersUsed() == 0, left.buffersUsed() + " buffers");
        Fuzz.require(left.memoryUsed() == 0, left.memoryUsed() + " bytes of the budget");
        Fuzz.require(left.connectionsOpen() == 0 && left.requestsActive() == 0, "a connection or request is counted");
        Fuzz.require(left.bodiesWaiting() == 0, "a body thread is awaited");
        Fuzz.require(workers.tasks.isEmpty() && poller.keys().isEmpty(), "a task or key is left");
    }

    private boolean over() {
        return at == script.length && typed.size() == 0;
    }

    /** Runs the script up to the end of its next command, and then whatever is due. */
    private void step() {
        int command = 0;
        while (command == 0 && at < script.length) {
            int next = script[at++];
            command = next == '~' && at < script.length ? script[at++] : 0;
            if (command == 0 || command == '~') {
                typed.write(next);
                command = 0;
            }
        }
        send(typed.toByteArray());
        typed.reset();
        if (command != 'c' && command != 'x') {
            settle(); // these two may be seen together with what was sent before
        }
        run(command);
        settle();
    }

    private void run(int command) {
        switch (command) {
            case 't' -> pass(TIMES[digit()]);
            case 'b' -> fill(SIZES[digit()]);
            case 'f' -> socket.room(0);
            case 'r' -> socket.moreRoom(SIZES[digit()]);
            case 'c' -> socket.sendEnd();
            case 'x' -> socket.reset();
            case 'p' -> workers.busy = true;
            case 'w' -> workers.runNext();
            case 'k' -> {
                context.stopping = true;
                disturbed = true;
            }
            case 'e' -> disturbed |= channel.wire.tally.evict();
            default -> {}
        }
    }

    private int digit() {
        boolean given = at < script.length && script[at] >= '0' && script[at] <= '9';
        return given ? script[at++] - '0' : 0;
    }

    private void fill(int count) {
        byte[] bytes = new byte[Math.min(count, MOST_FILLED - filled)];
        Arrays.fill(bytes, (byte) 'b');
        filled += bytes.length;
        send(bytes);
    }

    private void send(byte[] bytes) {
        if (!socket.inputEnded() && !socket.ended()) {
            sent.writeBytes(bytes);
            socket.send(bytes);
        }
    }

    private void pass(long millis) {
        slow |= socket.full();
        passed = true;
        time.now += Duration.ofMillis(millis).toNanos();
        loop.sweep();
    }

    private void open() {
        socket.room(Long.MAX_VALUE);
        workers.busy = false;
    }

    /** Lets the loop turn, and the workers run, until nothing is due. */
    private void settle() {
        int turns = 0;
        do {
            while (poller.due()) {
                Fuzz.require(++turns < MOST_TURNS, "the loop turns without end");
                turn();
                mostMemory = Math.max(mostMemory, context.budget.used());
            }
        } while (!workers.busy && workers.runNext());
    }

    private void turn() {
        try {
            loop.turn();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lets the script continue, or the time, while a worker waits. */
    private void whileWaiting(long nanos) {
        if (!over()) {
            step();
        } else if (socket.full()) {
            open();
            settle();
        } else {
            pass(Duration.ofNanos(nanos).toMillis() + 1);
            settle();
        }
    }

    // ---- what came of it

    /** Returns what the client sent while the server could still answer. */
    public byte[] sent() {
        return sent.toByteArray();
    }

    /** Returns what the client received. */
    public byte[] received() {
        return socket.received();
    }

    /**
     * Returns how many bytes the client had received at the end of the script, if nothing was left to do for the server
     * and the connection was still open; otherwise -1.
     */
    public int receivedAtRest() {
        return receivedAtRest;
    }

    /** Whether the client may miss a part of what it should have received, for a reason of its own. */
    public boolean broken() {
        return slow || socket.wasReset();
    }

    /** Whether the server has reset the connection. */
    public boolean cut() {
        return socket.wasCut();
    }

    /** Whether the client ever took less than the server offered. */
    boolean tookLess() {
        return socket.tookLess();
    }

    /** Whether time has passed, so that a deadline may have. */
    public boolean late() {
        return passed;
    }

    /** Whether the client has ended what it sends. */
    public boolean halfClosed() {
        return socket.inputEnded();
    }

    /** Whether the server began to stop, or another client needed the place of this one. */
    public boolean disturbed() {
        return disturbed;
    }

    /** Returns the most bytes of the budget that were held when the loop had turned. */
    long mostMemory() {
        return mostMemory;
    }

    private final class Time extends Clock {
        private long now = 1;

        @Override
        long now() {
            return now;
        }

        @Override
        void park(Object blocker, long nanos) {
            whileWaiting(nanos);
        }

        @Override
        void await(Object lock, long nanos) {
            whileWaiting(nanos);
        }
    }

    private static final class Workers implements RequestExecutorService {
        private final Queue<Runnable> tasks = new ArrayDeque<>();
        private boolean busy;

        @Override
        public void execute(Runnable task) {
            tasks.add(task);
        }

        /** Returns whether there was a task. */
        boolean runNext() {
            Runnable task = tasks.poll();
            if (task != null) {
                task.run();
            }
            return task != null;
        }

        @Override
        public void shutdown() {}

        @Override
        public int threads() {
            return 10;
        }
    }
}
