package comparison.harness.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpServer;
import comparison.harness.Fault;
import comparison.harness.load.Target;
import comparison.harness.machine.Machine;
import comparison.harness.probe.Probe;
import comparison.harness.probe.Sampling;
import comparison.harness.probe.Ticks;
import comparison.harness.probe.Traffic;
import comparison.harness.process.Child;
import comparison.harness.process.Program;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With the reader as a process of this machine instead of a container of another one, and as few classes. */
class RemoteObserverTest {

    private static final Machine FAR = new Machine("app", "ssh://bench@10.0.0.2", "127.0.0.1");

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private Child child;

    @SuppressWarnings("NullAway.Init")
    private RemoteObserver observer;

    @BeforeEach
    void a_reader_is_started() {
        Path log = folder.resolve("reader.log");
        child = new Program(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        RemoteObserver.code().toString(),
                        MachineReader.class.getName()))
                .startTalking(log);
        observer = RemoteObserver.of(new Host(FAR), child, log);
    }

    @AfterEach
    void nothing_is_left() {
        observer.close();
    }

    @Test
    void samples_are_taken_there_and_have_times_of_this_machine() throws IOException {
        Path file = folder.resolve("machine.csv");
        long before = Ticks.millis();
        Sampling sampling =
                Sampling.of(List.of(new Probe<>(comparison.harness.probe.Machine.SERIES, observer.machine(), file)));
        sampling.close();
        long after = Ticks.millis();

        List<comparison.harness.probe.Machine> samples = comparison.harness.probe.Machine.SERIES.read(file);
        assertThat(samples).hasSizeGreaterThanOrEqualTo(2);
        assertThat(samples).allSatisfy(sample -> assertThat(sample.atMillis()).isBetween(before - 1, after + 1));
    }

    @Test
    void traffic_and_the_cost_of_the_readings_are_sampled_there() throws IOException {
        Path file = folder.resolve("traffic.csv");
        Sampling.of(List.of(new Probe<>(Traffic.SERIES, observer.traffic(), file)))
                .close();

        assertThat(Traffic.SERIES.read(file))
                .hasSizeGreaterThanOrEqualTo(2)
                .allSatisfy(sample -> assertThat(sample.readerNanos()).isPositive());
    }

    @Test
    void a_file_goes_to_a_process_of_that_machine_and_back_in_parts() throws IOException {
        String there = folder.resolve("copy").toString();
        long pid = child.process().pid();

        observer.append(pid, there, 0, new byte[] {1, 2, 3});
        observer.append(pid, there, 3, new byte[] {4});

        assertThat(observer.read(pid, there, 1, 2)).containsExactly(2, 3);
        assertThat(observer.read(pid, there, 3, 100)).containsExactly(4);
        assertThat(observer.read(pid, there, 4, 100)).isEmpty();
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> observer.read(pid, there + "-not", 0, 1));
    }

    @Test
    void a_jvm_is_read_like_one_of_this_machine() throws IOException {
        long pid = ProcessHandle.current().pid();

        assertThat(observer.jvm(pid).counters()).containsKeys("heapUsedBytes", "compilersMillis");
        assertThat(observer.heap(pid).orElseThrow().read().capacityBytes()).isPositive();
        assertThat(observer.jvm(child.process().pid() + 1_000_000).missing()).isEqualTo("its process has ended");
        assertThat(observer.heap(child.process().pid() + 1_000_000)).isEmpty();
    }

    @Test
    void the_end_of_a_process_is_reported_without_being_asked_for() throws Exception {
        Process cat = new ProcessBuilder("cat").start();
        assertThat(observer.alive(cat.pid())).isTrue();

        cat.destroyForcibly().waitFor();
        while (observer.alive(cat.pid())) {
            Thread.onSpinWait();
        }
    }

    @Test
    void a_process_with_the_id_of_one_that_has_ended_is_asked_for_anew() throws Exception {
        Process cat = new ProcessBuilder("cat").start();
        assertThat(observer.alive(cat.pid())).isTrue();
        cat.destroyForcibly().waitFor();
        while (observer.alive(cat.pid())) {
            Thread.onSpinWait();
        }
        child.process().destroyForcibly();
        while (observer.lost().isEmpty()) {
            Thread.onSpinWait();
        }

        assertThat(observer.alive(cat.pid())).as("is known").isFalse();
        observer.forget(cat.pid());
        assertThatExceptionOfType(Fault.class)
                .as("cannot be asked for any more")
                .isThrownBy(() -> observer.alive(cat.pid()));
    }

    @Test
    void a_server_is_polled_from_there_until_it_answers() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        int port = server.getAddress().getPort();
        RemoteObserver.Polling polling = observer.poll("127.0.0.1", port, Duration.ofMinutes(1));

        server.createContext("/person", exchange -> {
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write("[]".getBytes(java.nio.charset.StandardCharsets.UTF_8));
            exchange.close();
        });
        server.start();
        try {
            assertThat(polling.await(() -> true).orElseThrow().polls()).isPositive();
            assertThat(observer.reaches(new Target("127.0.0.1", port))).isTrue();
        } finally {
            server.stop(0);
        }
    }

    @Test
    void a_server_that_never_answers_is_given_up() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            RemoteObserver.Polling polling = observer.poll("127.0.0.2", free.getLocalPort(), Duration.ofMinutes(1));

            assertThat(polling.await(() -> false)).isEmpty();
            assertThat(polling.await(() -> true)).isEmpty();
        }
    }

    @Test
    void a_link_and_a_clock_are_measured() throws IOException {
        Link link = observer.link(observer, 0);

        assertThat(link.roundTripMillis()).isPositive();
        assertThat(link.mibPerSecond()).isPositive();
        assertThat(Math.abs(observer.clock().offsetMillis()))
                .isLessThanOrEqualTo(observer.clock().uncertaintyMillis() + 1000);
        assertThat(observer.about()).hasSize(3);
    }

    @Test
    void a_reader_that_ends_makes_its_machine_lost_and_the_message_names_it() {
        child.process().destroyForcibly();

        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> {
                    while (observer.alive(ProcessHandle.current().pid())) {
                        Thread.onSpinWait();
                    }
                })
                .withMessageStartingWith("The machine app (127.0.0.1) is lost: ");
        assertThat(observer.lost()).isPresent();
    }

    @Test
    void a_machine_that_was_closed_is_not_lost() {
        observer.close();

        assertThat(observer.lost()).isEmpty();
    }
}
