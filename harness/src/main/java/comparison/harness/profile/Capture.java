package comparison.harness.profile;

import comparison.harness.Fault;
import comparison.harness.report.Warning;
import comparison.harness.runtime.LoadClient;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * tcpdump beside one load: the first bytes of each packet of a server on the loopback interface, in a file. It is bounded in packets, ends
 * when this is closed, with this JVM at the latest, and if that is killed, by {@code timeout} after the longest load. What this machine does not allow becomes a
 * warning.
 */
public final class Capture implements AutoCloseable {

    /** Headers of Ethernet, IP and TCP have at most 134 bytes; the rest tells which request it is. */
    private static final int PACKET_BYTES = 200;
    /** With 16 bytes before each, at most 43 MB. */
    private static final int MOST_PACKETS = 200_000;

    private static final int BUFFER_KIB = 16 << 10;
    private static final Duration LIMIT = Duration.ofSeconds(10);
    /** tcpdump gets packets in blocks, the last one up to a second late. */
    private static final Duration LAST_BLOCK = Duration.ofMillis(1500);

    private static final Pattern MISSED = Pattern.compile("(\\d+) packets? dropped by kernel");

    private final Path folder;
    private final String about;
    private final SortedSet<Integer> ports;
    private final List<Warning> warnings = new ArrayList<>();
    private final Thread atEnd = new Thread(this::end, "end tcpdump");
    private volatile @Nullable Process process;

    private Capture(Path folder, String about, SortedSet<Integer> ports) {
        this.folder = folder;
        this.about = about;
        this.ports = ports;
    }

    /** Captures nothing. */
    static Capture off() {
        return new Capture(Path.of(""), "", new TreeSet<>());
    }

    /**
     * Captures from now on, if it can.
     *
     * @param tcpdump the program, if there is one
     * @param pid of the server, whose ports are looked for
     * @param folder where {@code capture.pcap} and {@code capture.log} go
     * @param about the variant's name, for warnings
     */
    static Capture start(Optional<Path> tcpdump, long pid, Path folder, String about) {
        Capture capture = new Capture(folder, about, Listeners.of(pid));
        if (tcpdump.isEmpty()) {
            capture.cannot("there is no tcpdump", "install Debian's package tcpdump");
        } else if (capture.ports.isEmpty()) {
            capture.cannot("it is not known which ports the server listens at", "profile on Linux");
        } else {
            capture.start(tcpdump.get());
        }
        return capture;
    }

    /** Returns where tcpdump is, if it is on the PATH or where Debian had it, which is not on every PATH. */
    public static Optional<Path> tcpdump() {
        return program("tcpdump");
    }

    private static Optional<Path> program(String name) {
        String path = String.valueOf(System.getenv("PATH"));
        return Stream.concat(Arrays.stream(path.split(File.pathSeparator, -1)), Stream.of("/usr/sbin"))
                .map(folder -> Path.of(folder, name))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }

    static Path file(Path folder) {
        return folder.resolve("capture.pcap");
    }

    private Path log() {
        return folder.resolve("capture.log");
    }

    private void cannot(String why, String cure) {
        warnings.add(new Warning("no-capture", about, "no packets were captured: " + why, cure));
    }

    private void start(Path tcpdump) {
        try {
            Runtime.getRuntime().addShutdownHook(atEnd);
            // tcpdump gives up root before it opens a file, but keeps what it was given.
            Process started = new ProcessBuilder(command(tcpdump))
                    .redirectOutput(file(folder).toFile())
                    .redirectError(log().toFile())
                    .start();
            process = started;
            if (!listens(started)) {
                refused(tcpdump);
            }
        } catch (IllegalStateException ending) {
            // This JVM ends already: nothing is begun any more.
        } catch (IOException e) {
            cannot("tcpdump cannot be started (%s)".formatted(e.getMessage()), "see that %s works".formatted(tcpdump));
        } catch (InterruptedException e) {
            end();
            Thread.currentThread().interrupt();
            throw Fault.broken("The capture was interrupted.", e);
        }
    }

    private List<String> command(Path tcpdump) throws IOException {
        List<String> command = new ArrayList<>();
        program("timeout").ifPresent(timeout -> {
            command.add(timeout.toString());
            command.add(Long.toString(LoadClient.LONGEST_LOAD.plusMinutes(1).toSeconds()));
        });
        NetworkInterface loopback = NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress());
        command.addAll(List.of(tcpdump.toString(), "-n", "-i", loopback == null ? "lo" : loopback.getName()));
        command.addAll(List.of("-s", Integer.toString(PACKET_BYTES), "-c", Integer.toString(MOST_PACKETS)));
        command.addAll(List.of("-B", Integer.toString(BUFFER_KIB), "-w", "-"));
        command.add(ports.stream().map(port -> "port " + port).collect(Collectors.joining(" or ", "tcp and (", ")")));
        return command;
    }

    /** Until it says that it listens, packets are missed. */
    private boolean listens(Process started) throws IOException, InterruptedException {
        long limit = System.nanoTime() + LIMIT.toNanos();
        while (System.nanoTime() - limit < 0) {
            if (Files.readString(log()).contains("listening on")) {
                return true;
            }
            if (started.waitFor(20, TimeUnit.MILLISECONDS)) {
                return false;
            }
        }
        return false;
    }

    private void refused(Path tcpdump) throws IOException {
        end();
        process = null;
        Files.deleteIfExists(file(folder));
        String said = Files.readString(log())
                .lines()
                .filter(line -> !line.isBlank())
                .reduce((_, last) -> last.strip())
                .orElse("it says nothing");
        cannot(said, "run as root, or let it: 'setcap cap_net_raw,cap_net_admin=eip %s' as root".formatted(tcpdump));
    }

    /** Ends it, after what it has not got yet. */
    @Override
    public void close() {
        Process started = process;
        if (started != null && started.isAlive()) {
            try {
                started.waitFor(LAST_BLOCK.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(atEnd);
        } catch (IllegalStateException ending) {
            // Then it runs, and finds an ended process.
        }
    }

    private void end() {
        Process started = process;
        if (started == null) {
            return;
        }
        List<ProcessHandle> below = started.descendants().toList();
        started.destroy();
        try {
            if (!started.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                // What timeout started first: then that ends by itself, and takes note of its end.
                below.forEach(ProcessHandle::destroyForcibly);
                started.waitFor(1, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            below.forEach(ProcessHandle::destroyForcibly);
            Thread.currentThread().interrupt();
        }
        started.destroyForcibly();
    }

    /** Returns what could not be done. */
    List<Warning> warnings() {
        return List.copyOf(warnings);
    }

    /** Returns the finding, after it was closed; none if nothing was captured. */
    Optional<Section> finding() {
        if (process == null) {
            return Optional.empty();
        }
        try {
            Traffic traffic = Traffic.read(file(folder), ports);
            return Optional.of(section(traffic, ports, missed()));
        } catch (IOException e) {
            cannot(String.valueOf(e.getMessage()), "see what %s says".formatted(log()));
            return Optional.empty();
        }
    }

    private long missed() throws IOException {
        Matcher said = MISSED.matcher(Files.readString(log()));
        return said.find() ? Long.parseLong(said.group(1)) : 0;
    }

    static Section section(Traffic traffic, Set<Integer> ports, long missed) {
        String whole = traffic.packets() < MOST_PACKETS
                ? ""
                : " Only the first %d were captured, so the end of the load is missing.".formatted(MOST_PACKETS);
        String holes = missed == 0 ? "" : " tcpdump missed %d more, so there may be more of each.".formatted(missed);
        return new Section(
                "Captured packets",
                "%d packets of TCP at %s during the profiled load.%s%s Capturing costs processor time, of the kernel and of tcpdump: take flame graphs and processor time per request from a run without it."
                        .formatted(
                                traffic.packets(),
                                ports.stream().map(port -> "port " + port).collect(Collectors.joining(", ")),
                                whole,
                                holes),
                "Open capture.pcap in Wireshark: the filter 'tcp.flags.reset == 1 or tcp.analysis.flags' shows resets, segments sent again and full windows.",
                List.of("segments", "of clients", "of the server", "meaning", "what to look for"),
                List.of(
                        row(
                                "SYN",
                                traffic.clients().opens(),
                                traffic.server().opens(),
                                "connections opened, and accepted",
                                "more than there are client threads: connections are not kept alive; fewer accepted: the listener's queue was full"),
                        row(
                                "FIN",
                                traffic.clients().closes(),
                                traffic.server().closes(),
                                "connections ended in order",
                                "those of the server that come first: its time-outs, and its limit of requests per connection"),
                        row(
                                "RST",
                                traffic.clients().resets(),
                                traffic.server().resets(),
                                "connections ended by force",
                                "what comes right before: data that nobody read, or a time-out"),
                        row(
                                "sent again",
                                traffic.clients().repeats(),
                                traffic.server().repeats(),
                                "lost, or not acknowledged in time",
                                "on loopback there should be next to none: the other side had no processor or no memory")));
    }

    private static List<String> row(String what, long clients, long server, String meaning, String look) {
        return List.of(what, Long.toString(clients), Long.toString(server), meaning, look);
    }
}
