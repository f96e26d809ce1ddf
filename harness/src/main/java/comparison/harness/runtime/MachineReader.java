package comparison.harness.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import comparison.harness.Fault;
import comparison.harness.probe.Heap;
import comparison.harness.probe.Machine;
import comparison.harness.probe.Meter;
import comparison.harness.probe.Probe;
import comparison.harness.probe.Reading;
import comparison.harness.probe.Sampling;
import comparison.harness.probe.StartupProbe;
import comparison.harness.probe.Ticks;
import comparison.harness.record.Invocation.AppliedLimits;
import comparison.harness.record.Jvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The harness's own readings, taken on another machine: the program that {@link RemoteObserver} starts in a container
 * there. Each line of its standard input is a question with a number; the answer has the same number. Questions are
 * answered at the same time, each in a thread. Samples of a load are taken and kept here until they are asked for.
 *
 * <p>It needs nothing but this module's classes and the JDK. It ends at the end of its input, or after a minute without
 * a question: then whoever asked is gone.
 */
final class MachineReader {

    private static final Duration SILENCE = Duration.ofMinutes(1);
    private static final Duration WATCH = Duration.ofMillis(100);

    private final PrintStream answers;
    private final Observer observer = LocalObserver.HERE;
    private final Map<String, Recording> recordings = new ConcurrentHashMap<>();
    private final Set<String> cancelled = ConcurrentHashMap.newKeySet();
    private volatile long lastQuestion = System.nanoTime();

    private MachineReader(PrintStream answers) {
        this.answers = answers;
    }

    /** A sampling that goes on, and its file. */
    private record Recording(Sampling sampling, Path file) {}

    /** Answers questions until the end of the input. */
    public static void main(String... arguments) throws IOException {
        MachineReader reader = new MachineReader(System.out);
        Thread.ofPlatform().daemon().start(reader::endInSilence);
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String line = questions.readLine(); line != null; line = questions.readLine()) {
            String[] words = line.split("\t", -1);
            reader.lastQuestion = System.nanoTime();
            Thread.ofPlatform().daemon().start(() -> reader.answer(words));
        }
        System.exit(0);
    }

    private void endInSilence() {
        while (System.nanoTime() - lastQuestion < SILENCE.toNanos()) {
            pause();
        }
        System.exit(0);
    }

    private static void pause() {
        try {
            Thread.sleep(WATCH);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Fault.broken("interrupted", e);
        }
    }

    private void answer(String... words) {
        String answer;
        try {
            answer = "ok\t" + answered(words);
        } catch (IOException | RuntimeException e) {
            answer = "failed\t" + String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
        }
        synchronized (answers) {
            answers.println(words[0] + "\t" + answer);
            answers.flush();
        }
    }

    private String answered(String... words) throws IOException {
        return switch (words[1]) {
            case "clock" -> Instant.now().toString();
            case "about" -> about();
            case "machine" -> Machine.SERIES.line(Machine.read());
            case "meter" -> Reading.SERIES.line(meter(words[2]).read());
            case "heap" -> heap(Long.parseLong(words[2]));
            case "throttled" -> String.valueOf(meter(words[2]).throttledNanos());
            case "limits" -> limits(words[2]);
            case "jvm" -> jvm(observer.jvm(Long.parseLong(words[2])));
            case "exit" -> exit(Long.parseLong(words[2]));
            case "begin" -> begin(words[2], words[3], words[4]);
            case "end" -> end(words[2]);
            case "first" -> first(words[0], words[2], words[3], words[4]);
            case "cancel" -> Boolean.toString(cancelled.add(words[2]));
            case "serve" -> Integer.toString(Link.serve(words[2], Integer.parseInt(words[3])));
            case "link" -> Link.measure(new InetSocketAddress(words[2], Integer.parseInt(words[3])));
            default -> throw new IllegalArgumentException("unknown question " + words[1]);
        };
    }

    private Meter meter(String pid) {
        return observer.meter(Long.parseLong(pid));
    }

    /** Describes the machine: processor, kernel, system and clock source, separated by bars. */
    private static String about() {
        return String.join(
                "|",
                field("/proc/cpuinfo", "model name\\s*: (.*)").orElse(System.getProperty("os.arch")),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                field("/sys/devices/system/clocksource/clocksource0/current_clocksource", "(.*)")
                        .orElse("unknown"));
    }

    private static Optional<String> field(String file, String pattern) {
        try {
            return Files.readAllLines(Path.of(file)).stream()
                    .filter(line -> line.matches(pattern))
                    .map(line -> line.replaceFirst(pattern, "$1"))
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private String heap(long pid) throws IOException {
        try (Probe.Source<Heap> heap = observer.heap(pid).orElseThrow(MachineReader::noHeap)) {
            return Heap.SERIES.line(heap.read());
        }
    }

    private static IOException noHeap() {
        return new IOException("it has no heap that can be read");
    }

    private String limits(String pid) {
        AppliedLimits limits = observer.limits(meter(pid), Long.parseLong(pid));
        return "%s|%s|%s".formatted(limits.cpus(), limits.memoryBytes(), limits.cpuset());
    }

    private static String jvm(Jvm jvm) {
        return jvm.missing() != null
                ? "!" + jvm.missing()
                : jvm.counters().entrySet().stream()
                        .map(counter -> counter.getKey() + "=" + counter.getValue())
                        .collect(Collectors.joining(","));
    }

    /** Answers when the process has ended. */
    private String exit(long pid) {
        while (observer.alive(pid)) {
            pause();
        }
        return "";
    }

    /** Starts to sample, and returns the time of this machine's readings. */
    private String begin(String key, String kind, String pid) throws IOException {
        Path file = Files.createTempFile("samples", ".csv");
        long now = Ticks.millis();
        recordings.put(key, new Recording(Sampling.of(List.of(probe(kind, Long.parseLong(pid), file))), file));
        return Long.toString(now);
    }

    private Probe<?> probe(String kind, long pid, Path file) throws IOException {
        return switch (kind) {
            case "heap" -> new Probe<>(Heap.SERIES, observer.heap(pid).orElseThrow(MachineReader::noHeap), file);
            case "machine" -> new Probe<>(Machine.SERIES, observer.machine(), file);
            default -> new Probe<>(Reading.SERIES, observer.meter(pid), file);
        };
    }

    /** Stops to sample, and returns the file. */
    private String end(String key) throws IOException {
        Recording recording = recordings.remove(key);
        if (recording == null) {
            throw new IOException("nothing is sampled under " + key);
        }
        recording.sampling.close();
        byte[] csv = Files.readAllBytes(recording.file);
        Files.delete(recording.file);
        return Base64.getEncoder().encodeToString(csv);
    }

    /** Polls a server until it answers: time of this machine's wall clock, a bar, number of polls; empty if not. */
    private String first(String number, String host, String port, String seconds) {
        return new StartupProbe(new InetSocketAddress(host, Integer.parseInt(port)))
                .await(() -> !cancelled.contains(number), Duration.ofSeconds(Long.parseLong(seconds)))
                .map(answer -> answer.at() + "|" + answer.polls())
                .orElse("");
    }

    /** Parses what {@link #limits} writes. */
    static AppliedLimits limitsOf(String text) {
        List<String> fields = Arrays.asList(text.split("\\|", -1));
        String cpus = known(fields.get(0));
        String memory = known(fields.get(1));
        return new AppliedLimits(
                cpus == null ? null : Double.valueOf(cpus),
                memory == null ? null : Long.valueOf(memory),
                known(fields.get(2)));
    }

    /** Parses what {@link #jvm} writes. */
    static Jvm jvmOf(String text) {
        return text.startsWith("!")
                ? Jvm.missing(text.substring(1))
                : new Jvm(
                        Arrays.stream(text.split(","))
                                .filter(counter -> !counter.isEmpty())
                                .map(counter -> counter.split("=", 2))
                                .collect(
                                        Collectors.toMap(counter -> counter[0], counter -> Double.valueOf(counter[1]))),
                        null);
    }

    static @Nullable String known(String text) {
        return "null".equals(text) ? null : text;
    }
}
