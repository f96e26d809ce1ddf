package comparison.harness.run;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import comparison.harness.Fault;
import comparison.harness.probe.Probe;
import comparison.harness.probe.Series;
import comparison.harness.probe.Ticks;
import java.io.IOException;
import java.io.InputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What the JIT compilers of a JVM had to do at one moment, as {@code jcmd PID Compiler.queue} prints it.
 *
 * @param atMillis time of the reading, in ms since the epoch
 * @param compiling methods that are being compiled, 0 to the number of compiler threads
 * @param c1 methods that wait for C1
 * @param c2 methods that wait for C2
 */
public record CompileQueue(long atMillis, long compiling, long c1, long c2) {

    /** Format of its raw file. */
    public static final Series<CompileQueue> SERIES = new Series<>(CompileQueue.class);

    /** Columns of {@link #summary}: share of readings with a method in a compiler, then lengths of the queues. */
    static final String HEADER = "compiling %  C1 median/most  C2 median/most  C1 after  C2 after";

    /**
     * What {@code jcmd} sends: version of the protocol, command, three arguments. {@code jcmd} itself would start a JVM
     * for each reading, which takes a quarter of a second from the processors whose shortage is measured.
     */
    private static final byte[] REQUEST = "1\0jcmd\0Compiler.queue\0\0\0".getBytes(StandardCharsets.US_ASCII);

    /**
     * Opens the socket on which a JVM of this machine and user answers.
     *
     * @throws IOException if it does not open one
     */
    static Probe.Source<CompileQueue> of(ProcessHandle jvm) throws IOException {
        try {
            VirtualMachine.attach(Long.toString(jvm.pid())).detach();
        } catch (AttachNotSupportedException e) {
            throw new IOException("process %d has no compile queue: %s".formatted(jvm.pid(), e.getMessage()), e);
        }
        Path socket = Path.of("/tmp/.java_pid" + jvm.pid());
        return () -> parse(Ticks.millis(), answer(socket));
    }

    private static String answer(Path socket) throws IOException {
        try (SocketChannel jvm = SocketChannel.open(UnixDomainSocketAddress.of(socket));
                InputStream answer = Channels.newInputStream(jvm)) {
            jvm.write(ByteBuffer.wrap(REQUEST));
            return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Counts the lines below each of the three headings. */
    static CompileQueue parse(long atMillis, String answer) throws IOException {
        if (!answer.contains("C1 compile queue:") && !answer.contains("C2 compile queue:")) {
            throw new IOException("not a compile queue: " + answer);
        }
        return new CompileQueue(
                atMillis,
                below("Current compiles:", answer),
                below("C1 compile queue:", answer),
                below("C2 compile queue:", answer));
    }

    /**
     * Summarizes what was read around a load in one line, like {@link #HEADER}.
     *
     * @param file of a series whose first reading is from before the load, and whose last is from right after it
     */
    static String summary(Path file) {
        List<CompileQueue> all;
        try {
            all = SERIES.read(file);
        } catch (IOException e) {
            throw Fault.broken("%s cannot be read: %s.".formatted(file, e.getMessage()), e);
        }
        List<CompileQueue> during = all.subList(1, Math.max(1, all.size() - 1));
        long busy = during.stream().filter(queue -> queue.compiling > 0).count();
        return "%11.0f  %14s  %14s  %8d  %8d"
                .formatted(
                        100.0 * busy / Math.max(1, during.size()),
                        medianAndMost(during, CompileQueue::c1),
                        medianAndMost(during, CompileQueue::c2),
                        all.getLast().c1,
                        all.getLast().c2);
    }

    private static String medianAndMost(List<CompileQueue> readings, ToLongFunction<CompileQueue> length) {
        long[] sorted = readings.stream().mapToLong(length).sorted().toArray();
        return sorted.length == 0 ? "-" : "%d/%d".formatted(sorted[sorted.length / 2], sorted[sorted.length - 1]);
    }

    private static long below(String heading, String answer) {
        return answer.lines()
                .dropWhile(line -> !line.startsWith(heading))
                .skip(1)
                .takeWhile(line -> !line.isBlank())
                .filter(line -> !line.equals("Empty"))
                .count();
    }
}
