package comparison.harness.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import comparison.harness.Fault;
import comparison.harness.load.Target;
import comparison.harness.probe.Heap;
import comparison.harness.probe.Machine;
import comparison.harness.probe.Meter;
import comparison.harness.probe.Probe;
import comparison.harness.probe.Reading;
import comparison.harness.probe.Series;
import comparison.harness.probe.Ticks;
import comparison.harness.process.Child;
import comparison.harness.process.Program;
import comparison.harness.record.Invocation.AppliedLimits;
import comparison.harness.record.Jvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Asks a {@link MachineReader}, which runs in a container of another machine, over one connection that stays open. The
 * container sees the machine's processes and control groups, and changes nothing. A machine that does not answer for
 * {@link #PATIENCE} is lost, and stays so. Safe for use by many threads.
 */
final class RemoteObserver implements Observer, AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration HEARTBEAT = Duration.ofSeconds(3);
    private static final int CLOCK_READINGS = 10;
    private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final String JAR = "/tmp/harness.jar";

    private final Host host;
    private final Child child;
    private final Writer questions;
    private final Path log;
    private final AtomicLong number = new AtomicLong();
    private final Map<String, CompletableFuture<String>> open = new ConcurrentHashMap<>();
    private final Map<Long, CompletableFuture<String>> exits = new ConcurrentHashMap<>();
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
        Owner.SELF.labels().forEach((label, value) -> create.addAll(List.of("--label", label + "=" + value)));
        // It reads the files of processes of other users, which takes the capability and no profile that forbids it.
        create.addAll(List.of(
                "--pid",
                "host",
                "--network",
                "host",
                "--cgroupns",
                "host",
                "--user",
                "0",
                "--cap-add",
                "SYS_PTRACE",
                "--security-opt",
                "apparmor=unconfined",
                "--volume",
                "/sys/fs/cgroup:/sys/fs/cgroup:ro",
                "--entrypoint",
                "java",
                image,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx64m",
                "-cp",
                JAR + ":/tmp",
                MachineReader.class.getName()));
        host.call(create.toArray(String[]::new));
        Path code = code();
        host.call(
                "cp",
                Files.isDirectory(code) ? code + "/." : code.toString(),
                name + ":" + (Files.isDirectory(code) ? "/tmp" : JAR));
        Program talk = host.machine().docker(List.of("start", "--attach", "--interactive", name));
        return of(host, talk.startTalking(log), log);
    }

    /** Takes over a reader that has just been started, and waits for its first answer. */
    static RemoteObserver of(Host host, Child reader, Path log) {
        RemoteObserver started = new RemoteObserver(host, reader, log);
        try {
            started.ask("clock");
            return started;
        } catch (Fault e) {
            started.close();
            throw e;
        }
    }

    /** Returns the jar or the folder of this module's classes. */
    private static Path code() {
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
                CompletableFuture<String> question = fields.length == 3 ? open.remove(fields[0]) : null;
                if (question != null && "ok".equals(fields[1])) {
                    question.complete(fields[2]);
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
                ask("clock");
            } catch (InterruptedException | Fault e) {
                return;
            }
        }
    }

    private void lose(String why) {
        if (lost == null) {
            lost = "The %s is lost: %s. What was measured stays; go on with --resume when it is back."
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

    /** A question on its way. */
    record Question(String number, CompletableFuture<String> answer) {}

    private Question send(String... words) {
        String next = Long.toString(number.incrementAndGet());
        CompletableFuture<String> answer = new CompletableFuture<>();
        open.put(next, answer);
        if (lost != null) {
            lose("");
        } else {
            try {
                synchronized (questions) {
                    questions.write(next + "\t" + String.join("\t", words) + "\n");
                    questions.flush();
                }
            } catch (IOException e) {
                lose("the connection to its reader has ended. Log: " + log);
            }
        }
        return new Question(next, answer);
    }

    /**
     * Asks, and waits for the answer.
     *
     * @throws IOException if the reader cannot find out
     * @throws Fault if the machine is lost
     */
    private String tell(String... words) throws IOException {
        try {
            return send(words).answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
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

    private String ask(String... words) {
        try {
            return tell(words);
        } catch (IOException e) {
            throw Fault.broken(
                    "The reader on the %s says: %s.".formatted(host.machine().named(), e.getMessage()), e);
        }
    }

    @Override
    public boolean alive(long pid) {
        CompletableFuture<String> exit = exits.computeIfAbsent(pid, id -> send("exit", Long.toString(id)).answer);
        if (exit.isCompletedExceptionally() && lost != null) {
            throw Fault.broken(String.valueOf(lost));
        }
        return !exit.isDone();
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
            return MachineReader.jvmOf(tell("jvm", Long.toString(pid)));
        } catch (IOException e) {
            return Jvm.missing(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public Optional<Probe.Source<Heap>> heap(long pid) {
        try {
            tell("heap", Long.toString(pid));
            return Optional.of(new Far<>(Heap.SERIES, "heap", pid));
        } catch (IOException none) {
            return Optional.empty();
        }
    }

    @Override
    public Probe.Source<Machine> machine() {
        return new Far<>(Machine.SERIES, "machine", 0);
    }

    /** Asks the machine to poll a server until it answers, for some seconds at most. */
    Question firstAnswer(String address, int port, long seconds) {
        return send("first", address, Integer.toString(port), Long.toString(seconds));
    }

    /** Returns whether its machine gets an answer of a server within some seconds. */
    boolean reaches(Target server) {
        return !ask("first", server.host(), Integer.toString(server.port()), Long.toString(PATIENCE.toSeconds() / 2))
                .isEmpty();
    }

    /** Ends the polling. */
    void cancel(Question polling) {
        send("cancel", polling.number);
    }

    /** Describes processor, kernel and clock source. */
    String[] about() {
        return ask("about").split("\\|", -1);
    }

    /** The difference of two clocks, and what it is known to, in ms. */
    record Clock(double offsetMillis, double uncertaintyMillis) {}

    /** Compares its clock with this one's. The reading with the shortest round trip counts. */
    Clock clock() {
        Clock best = new Clock(0, Double.MAX_VALUE);
        for (int i = 0; i < CLOCK_READINGS; i++) {
            Instant before = Instant.now();
            Instant there = Instant.parse(ask("clock"));
            Duration half = Duration.between(before, Instant.now()).dividedBy(2);
            double uncertainty = half.toNanos() / NANOS_PER_MILLI;
            if (uncertainty < best.uncertaintyMillis) {
                Duration offset = Duration.between(before.plus(half), there);
                best = new Clock(offset.toNanos() / NANOS_PER_MILLI, uncertainty);
            }
        }
        return best;
    }

    /** Measures the link to another machine, whose reader serves it at a port that is free there. */
    String link(RemoteObserver to, int port) throws IOException {
        String address = to.host.machine().address();
        String served = to.tell("serve", address, Integer.toString(port));
        return tell("link", address, served);
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

    /** A source whose samples are taken and kept on its machine. */
    private class Far<T extends Record> implements Probe.Far<T> {

        final String pid;
        private final Series<T> series;
        private final String kind;
        private final String key = Long.toString(number.incrementAndGet());
        private long laterMillis;

        Far(Series<T> series, String kind, long pid) {
            this.series = series;
            this.kind = kind;
            this.pid = Long.toString(pid);
        }

        @Override
        public T read() throws IOException {
            return series.parse(List.of(tell(kind, pid)), 0).getFirst();
        }

        @Override
        public void begin() throws IOException {
            long here = Ticks.millis();
            laterMillis = here - Long.parseLong(tell("begin", key, kind, pid));
        }

        @Override
        public List<T> end() throws IOException {
            String csv = new String(Base64.getDecoder().decode(tell("end", key)), UTF_8);
            return series.parse(csv.lines().skip(1).toList(), laterMillis);
        }
    }

    private final class FarMeter extends Far<Reading> implements Meter {

        FarMeter(long pid) {
            super(Reading.SERIES, "meter", pid);
        }

        @Override
        public AppliedLimits limits() {
            return MachineReader.limitsOf(ask("limits", pid));
        }

        @Override
        public @Nullable Long throttledNanos() {
            String nanos = MachineReader.known(ask("throttled", pid));
            return nanos == null ? null : Long.valueOf(nanos);
        }
    }

    /** Returns the answer to a question, or null if there is none yet. */
    static @Nullable String now(Question question) {
        try {
            return question.answer.getNow(null);
        } catch (CompletionException e) {
            throw Fault.broken(
                    String.valueOf(
                            e.getCause() == null ? e.getMessage() : e.getCause().getMessage()),
                    e);
        }
    }
}
