package comparison.harness.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import comparison.harness.Fault;
import comparison.harness.Pause;
import comparison.harness.load.Target;
import comparison.harness.probe.Heap;
import comparison.harness.probe.Machine;
import comparison.harness.probe.Meter;
import comparison.harness.probe.Probe;
import comparison.harness.probe.Reading;
import comparison.harness.probe.Series;
import comparison.harness.probe.StartupProbe;
import comparison.harness.probe.Ticks;
import comparison.harness.probe.Traffic;
import comparison.harness.process.Child;
import comparison.harness.process.Program;
import comparison.harness.record.Invocation.AppliedLimits;
import comparison.harness.record.Jvm;
import comparison.harness.runtime.MachineReader.Opening;
import comparison.harness.runtime.MachineReader.Question;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.net.InetSocketAddress;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Asks a {@link MachineReader}, which runs in a container of another machine, over one connection that stays open. The
 * container sees the machine's processes and control groups, and changes nothing. A machine that does not answer for
 * {@link #PATIENCE} is lost, and stays lost. Safe for use by many threads.
 */
final class RemoteObserver implements Observer, AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration HEARTBEAT = Duration.ofSeconds(3);
    private static final Duration GLANCE = Duration.ofMillis(20);
    private static final int CLOCK_READINGS = 10;
    private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final String JAR = "/tmp/harness.jar";

    private static final String SEES_ALL = """
            --pid host --network host --cgroupns host --user 0 --cap-add SYS_PTRACE
            --security-opt apparmor=unconfined --volume /sys/fs/cgroup:/sys/fs/cgroup:ro --entrypoint java""";

    private final Host host;
    private final Child child;
    private final Writer questions;
    private final Path log;
    private final AtomicLong number = new AtomicLong();
    private final Map<String, CompletableFuture<Object>> open = new ConcurrentHashMap<>();
    private final Map<Long, CompletableFuture<Boolean>> exits = new ConcurrentHashMap<>();
    private volatile @Nullable String lost;
    private volatile boolean closed;

    private RemoteObserver(Host host, Child child, Path log) {
        this.host = host;
        this.child = child;
        this.log = log;
        this.questions = child.process().outputWriter(UTF_8);
        Thread.ofPlatform().daemon().name("reader").start(this::listen);
        Thread.ofPlatform().daemon().name("heartbeat").start(this::watch);
    }

    /**
     * Starts a reader on a machine and waits for its first answer.
     *
     * @param image with a JRE, which the machine has
     * @param name of the container, unique on that machine
     * @param log of the reader
     * @throws Fault if it does not start
     */
    static RemoteObserver start(Host host, String image, String name, Path log) {
        List<String> create = new ArrayList<>(List.of("create", "--interactive", "--rm", "--name", name));
        create.addAll(Owner.SELF.labelOptions());
        // Reading the files of other users' processes requires the capability, and no profile that forbids it.
        create.addAll(List.of(SEES_ALL.split("\\s+")));
        create.addAll(List.of(image, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx64m"));
        create.addAll(List.of("-cp", JAR + ":/tmp", MachineReader.class.getName()));
        host.call(create.toArray(String[]::new));
        Path code = code();
        host.call(
                "cp",
                Files.isDirectory(code) ? code + "/." : code.toString(),
                name + ":" + (Files.isDirectory(code) ? "/tmp" : JAR));
        Program talk = host.machine().docker(List.of("start", "--attach", "--interactive", name));
        RemoteObserver started = of(host, talk.startTalkingAsCaller(log), log);
        started.ask(MachineReader::warm);
        return started;
    }

    /** Takes over a reader that has just been started, and waits for its first answer. */
    static RemoteObserver of(Host host, Child reader, Path log) {
        RemoteObserver started = new RemoteObserver(host, reader, log);
        try {
            started.time();
            return started;
        } catch (Fault e) {
            started.close();
            throw e;
        }
    }

    /** Returns the jar or the folder of this module's classes. */
    static Path code() {
        try {
            return Path.of(MachineReader.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private void listen() {
        try (BufferedReader answers = child.process().inputReader(UTF_8)) {
            for (String line = answers.readLine(); line != null; line = answers.readLine()) {
                String[] fields = line.split("\t", 3);
                CompletableFuture<Object> question = fields.length == 3 ? open.remove(fields[0]) : null;
                if (question != null && "ok".equals(fields[1])) {
                    question.complete(MachineReader.unpacked(fields[2]));
                } else if (question != null) {
                    question.completeExceptionally(new IOException(fields[2]));
                }
            }
        } catch (IOException ended) {
            // Like the end of the output.
        }
        lose("its reader has ended. Log: " + log);
    }

    private void watch() {
        while (lost == null && !closed) {
            try {
                Thread.sleep(HEARTBEAT);
                time();
            } catch (InterruptedException | Fault e) {
                return;
            }
        }
    }

    private void lose(String why) {
        if (lost == null) {
            lost = "The %s is lost: %s. What was measured stays; continue with --resume when it is back."
                    .formatted(host.machine().named(), why.replaceAll("\\.$", ""));
        }
        Fault fault = Fault.broken(String.valueOf(lost));
        open.values().forEach(question -> question.completeExceptionally(fault));
        open.clear();
    }

    @Override
    public Optional<String> lost() {
        return closed ? Optional.empty() : Optional.ofNullable(lost);
    }

    private String key() {
        return Long.toString(number.incrementAndGet());
    }

    private <T> CompletableFuture<T> send(Question<T> question) {
        String next = key();
        CompletableFuture<Object> answer = new CompletableFuture<>();
        open.put(next, answer);
        if (lost != null) {
            lose("");
        } else {
            String line = next + "\t" + MachineReader.packed(question) + "\n";
            try {
                synchronized (questions) {
                    questions.write(line);
                    questions.flush();
                }
            } catch (IOException e) {
                lose("the connection to its reader has ended. Log: " + log);
            }
        }
        @SuppressWarnings("unchecked") // it answers this question
        CompletableFuture<T> typed = (CompletableFuture<T>) answer;
        return typed;
    }

    /**
     * Asks, and waits for the answer.
     *
     * @throws IOException if the reader cannot find out
     * @throws Fault if the machine is lost
     */
    private <T> T tell(Question<T> question) throws IOException {
        return received(send(question));
    }

    private <T> T received(CompletableFuture<T> answer) throws IOException {
        try {
            return answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            lose("it did not answer for %d s".formatted(PATIENCE.toSeconds()));
            throw Fault.broken(String.valueOf(lost), e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException unknown) {
                throw new IOException(unknown.getMessage(), unknown);
            }
            throw Fault.broken(String.valueOf(lost), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Fault.broken(
                    "A question to the %s was interrupted."
                            .formatted(host.machine().named()),
                    e);
        }
    }

    private <T> T ask(Question<T> question) {
        return known(send(question));
    }

    private <T> T known(CompletableFuture<T> answer) {
        try {
            return received(answer);
        } catch (IOException e) {
            throw Fault.broken(
                    "The reader on the %s says: %s.".formatted(host.machine().named(), e.getMessage()), e);
        }
    }

    @Override
    public boolean alive(long pid) {
        CompletableFuture<Boolean> exit = exits.computeIfAbsent(pid, id -> send(there -> there.exit(id)));
        if (exit.isCompletedExceptionally() && lost != null) {
            throw Fault.broken(String.valueOf(lost));
        }
        return !exit.isDone();
    }

    @Override
    public void forget(long pid) {
        exits.remove(pid);
    }

    @Override
    public Meter meter(long pid) {
        return new FarMeter(pid);
    }

    @Override
    public AppliedLimits limits(Meter meter, long pid) {
        return meter.limits();
    }

    @Override
    public Jvm jvm(long pid) {
        try {
            return tell(there -> there.observer().jvm(pid));
        } catch (IOException e) {
            return Jvm.missing(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public Optional<Probe.Source<Heap>> heap(long pid) {
        return ask(there -> there.observer().heap(pid).isPresent())
                ? Optional.of(new Far<>(Heap.class, there -> there.heap(pid).orElseThrow()))
                : Optional.empty();
    }

    @Override
    public Probe.Source<Machine> machine() {
        return new Far<>(Machine.class, Observer::machine);
    }

    @Override
    public Instant now() {
        return time();
    }

    @Override
    public byte[] read(long pid, String file, long from, int length) throws IOException {
        return tell(there -> there.observer().read(pid, file, from, length));
    }

    @Override
    public void append(long pid, String file, long at, byte[] part) throws IOException {
        tell(there -> {
            there.observer().append(pid, file, at, part);
            return true;
        });
    }

    @Override
    public Probe.Source<Traffic> traffic() {
        return new Far<>(Traffic.class, Observer::traffic);
    }

    /** Orders the machine to poll a server until it answers, within a limit. */
    Polling poll(String address, int port, Duration limit) {
        return new Polling(address, port, limit);
    }

    /** Returns whether its machine gets an answer from a server within a few seconds. */
    boolean reaches(Target server) {
        return poll(server.host(), server.port(), PATIENCE.dividedBy(2))
                .await(() -> true)
                .isPresent();
    }

    /** Describes processor, kernel and clock source. */
    List<String> about() {
        return ask(MachineReader::about);
    }

    /** The difference of two clocks and its uncertainty, in ms. */
    record Clock(double offsetMillis, double uncertaintyMillis) {}

    /** Compares its clock with this one's. The reading with the shortest round trip counts. */
    Clock clock() {
        Clock best = new Clock(0, Double.MAX_VALUE);
        for (int i = 0; i < CLOCK_READINGS; i++) {
            Instant before = Instant.now();
            Instant there = time();
            Duration half = Duration.between(before, Instant.now()).dividedBy(2);
            double uncertainty = half.toNanos() / NANOS_PER_MILLI;
            if (uncertainty < best.uncertaintyMillis) {
                Duration offset = Duration.between(before.plus(half), there);
                best = new Clock(offset.toNanos() / NANOS_PER_MILLI, uncertainty);
            }
        }
        return best;
    }

    private Instant time() {
        return ask(_ -> Instant.now());
    }

    /** Measures the link to another machine, whose reader serves it at a port that is free there. */
    Link link(RemoteObserver to, int port) throws IOException {
        String address = to.host.machine().address();
        int served = to.tell(_ -> Link.serve(address, port));
        return tell(_ -> Link.measure(new InetSocketAddress(address, served)));
    }

    /** Ends the reader. A second call has no effect. */
    @Override
    public void close() {
        closed = true;
        try {
            questions.close();
        } catch (IOException gone) {
            // It has ended already.
        }
        child.close();
    }

    /** The polling of a server by its machine. It begins before the server is started. */
    final class Polling {

        private final CompletableFuture<List<StartupProbe.Answer>> first;
        private final Question<Boolean> cancel;

        private Polling(String address, int port, Duration limit) {
            String key = key();
            first = send(there -> there.first(key, address, port, limit));
            cancel = there -> there.cancel(key);
        }

        /** Waits for the first answer; empty once {@code alive} is false or the limit is exceeded. */
        Optional<StartupProbe.Answer> await(BooleanSupplier alive) {
            while (!first.isDone() && alive.getAsBoolean()) {
                Pause.of(GLANCE);
            }
            if (first.isDone()) {
                return known(first).stream().findFirst();
            }
            ask(cancel);
            return Optional.empty();
        }
    }

    /** A source whose samples are taken and kept on its machine. */
    private class Far<T extends Record> implements Probe.Far<T> {

        private final Series<T> series;
        private final Question<T> read;
        private final Question<Long> begin;
        private final Question<String> end;
        private long laterMillis;

        Far(Class<T> reading, Opening<T> source) {
            String key = key();
            series = new Series<>(reading);
            read = there -> source.open(there.observer()).read();
            begin = there -> there.begin(key, reading, source);
            end = there -> there.end(key);
        }

        @Override
        public T read() throws IOException {
            return tell(read);
        }

        @Override
        public void begin() throws IOException {
            long here = Ticks.millis();
            laterMillis = here - tell(begin);
        }

        @Override
        public List<T> end() throws IOException {
            return series.parse(tell(end).lines().skip(1).toList(), laterMillis);
        }
    }

    private final class FarMeter extends Far<Reading> implements Meter {

        private final Question<AppliedLimits> limits;
        private final Question<List<Long>> throttled;

        FarMeter(long pid) {
            super(Reading.class, there -> there.meter(pid));
            limits = there -> there.observer().limits(there.observer().meter(pid), pid);
            // A list, because neither null nor an Optional can be an answer.
            throttled = there -> Stream.ofNullable(there.observer().meter(pid).throttledNanos())
                    .toList();
        }

        @Override
        public AppliedLimits limits() {
            return ask(limits);
        }

        @Override
        public @Nullable Long throttledNanos() {
            return ask(throttled).stream().findFirst().orElse(null);
        }
    }
}
