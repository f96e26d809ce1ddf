package comparison.harness.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import comparison.harness.Pause;
import comparison.harness.probe.Heap;
import comparison.harness.probe.Meter;
import comparison.harness.probe.Probe;
import comparison.harness.probe.Sampling;
import comparison.harness.probe.Series;
import comparison.harness.probe.StartupProbe;
import comparison.harness.probe.Ticks;
import comparison.harness.record.Disk;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintStream;
import java.io.Serializable;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The harness's own readings, taken on another machine: the program that {@link RemoteObserver} starts in a container
 * there. Each line of its standard input is a {@link Question} with a number; the answer has the same number. Questions
 * are answered concurrently, each in a separate thread. Samples of a load are taken and kept here until they are
 * requested.
 *
 * <p>It needs nothing but this module's classes and the JDK. It ends at the end of its input, or after a minute without
 * a question, because the harness is then gone.
 */
final class MachineReader {

    private static final Duration SILENCE = Duration.ofMinutes(1);
    private static final Duration WATCH = Duration.ofMillis(250);
    /** After 200 calls, a method is compiled. */
    private static final int WARM_ROUNDS = 400;

    private static final Duration WARM_LIMIT = Duration.ofSeconds(5);
    private static final ObjectInputFilter OURS =
            ObjectInputFilter.Config.createFilter("comparison.harness.**;java.**;!*");

    private final PrintStream answers;
    private final Map<String, Recording> recordings = new ConcurrentHashMap<>();
    private final Set<String> cancelled = ConcurrentHashMap.newKeySet();
    private volatile long lastQuestion = System.nanoTime();

    private MachineReader(PrintStream answers) {
        this.answers = answers;
    }

    /**
     * A task for a reader. Both ends have the same classes, so a lambda can be sent; what it captures and what it
     * answers must be serializable.
     */
    @FunctionalInterface
    interface Question<T> extends Serializable {
        T answer(MachineReader there) throws IOException;
    }

    /** Opens a source of readings on the reader's machine. */
    @FunctionalInterface
    interface Opening<T extends Record> extends Serializable {
        Probe.Source<T> open(Observer there) throws IOException;
    }

    /** A sampling in progress, and its file. */
    private record Recording(Sampling sampling, Path file) {}

    /** Answers questions until the end of the input. */
    public static void main(String... arguments) throws IOException {
        MachineReader reader = new MachineReader(System.out);
        Thread.ofPlatform().daemon().start(reader::endInSilence);
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String line = questions.readLine(); line != null; line = questions.readLine()) {
            String[] words = line.split("\t", 2);
            reader.lastQuestion = System.nanoTime();
            Thread.ofPlatform().daemon().start(() -> reader.answer(words[0], words[1]));
        }
        System.exit(0);
    }

    private void endInSilence() {
        while (System.nanoTime() - lastQuestion < SILENCE.toNanos()) {
            Pause.of(SILENCE.dividedBy(60));
        }
        System.exit(0);
    }

    private void answer(String number, String question) {
        String answer;
        try {
            answer = "ok\t" + packed(((Question<?>) unpacked(question)).answer(this));
        } catch (IOException | RuntimeException e) {
            answer = "failed\t" + String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
        }
        synchronized (answers) {
            answers.println(number + "\t" + answer);
            answers.flush();
        }
    }

    /** Encodes an object as one word of a line. A JVM may print warnings between such lines. */
    static String packed(Object object) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        } catch (IOException e) {
            throw new IllegalArgumentException("not serializable: " + e.getMessage(), e);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    static Object unpacked(String word) throws IOException {
        try (ObjectInputStream in = new ObjectInputStream(
                new ByteArrayInputStream(Base64.getDecoder().decode(word)))) {
            in.setObjectInputFilter(OURS);
            return in.readObject();
        } catch (ClassNotFoundException e) {
            throw new IOException(e);
        }
    }

    /**
     * Takes readings of this process until their code is compiled. Otherwise, those of the first loads would cost
     * several times as much. Returns their number.
     */
    int warm() throws IOException {
        long self = ProcessHandle.current().pid();
        long start = System.nanoTime();
        Meter meter = observer().meter(self);
        Optional<Probe.Source<Heap>> heap = observer().heap(self);
        int rounds = 0;
        while (rounds < WARM_ROUNDS && System.nanoTime() - start < WARM_LIMIT.toNanos()) {
            meter.read();
            observer().machine().read();
            observer().traffic().read();
            if (heap.isPresent()) {
                heap.get().read();
            }
            rounds++;
        }
        return rounds;
    }

    /** Returns an observer of the reader's machine. */
    Observer observer() {
        return LocalObserver.HERE;
    }

    /** Describes the machine: processor, kernel and clock source. */
    List<String> about() {
        return List.of(
                Disk.field("/proc/cpuinfo", "model name\\s*: (.*)").orElse(System.getProperty("os.arch")),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                Disk.field("/sys/devices/system/clocksource/clocksource0/current_clocksource", "(.*)")
                        .orElse("unknown"));
    }

    /** Waits until the process has ended, then returns true. */
    boolean exit(long pid) {
        while (observer().alive(pid)) {
            Pause.of(WATCH);
        }
        return true;
    }

    /** Starts sampling, and returns the current time by the clock of the readings, in ms since the epoch. */
    <T extends Record> long begin(String key, Class<T> reading, Opening<T> source) throws IOException {
        Path file = Files.createTempFile("samples", ".csv");
        long now = Ticks.millis();
        Probe<T> probe = new Probe<>(new Series<>(reading), source.open(observer()), file);
        recordings.put(key, new Recording(Sampling.of(List.of(probe)), file));
        return now;
    }

    /** Stops sampling, deletes the file, and returns its content: CSV as {@link Series} reads it. */
    String end(String key) throws IOException {
        Recording recording = recordings.remove(key);
        if (recording == null) {
            throw new IOException("nothing is sampled under " + key);
        }
        recording.sampling.close();
        String csv = Files.readString(recording.file);
        Files.delete(recording.file);
        return csv;
    }

    /**
     * Polls a server until it answers. Returns an empty list if it does not; an {@code Optional} is not serializable.
     */
    List<StartupProbe.Answer> first(String key, String host, int port, Duration limit) {
        return new StartupProbe(new InetSocketAddress(host, port))
                .await(() -> !cancelled.contains(key), limit).stream().toList();
    }

    /** Ends the polling that {@link #first} began under this key. */
    boolean cancel(String key) {
        return cancelled.add(key);
    }
}
