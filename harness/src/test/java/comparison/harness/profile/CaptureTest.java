package comparison.harness.profile;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.report.Warning;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Scripts in the place of tcpdump, beside a port at which this JVM listens. */
@EnabledOnOs(OS.LINUX)
class CaptureTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    private ServerSocket server;

    @BeforeEach
    void a_server_listens() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void the_server_ends() throws IOException {
        server.close();
    }

    @Test
    void packets_of_the_server_are_captured_told_and_the_program_is_ended() throws IOException {
        byte[] packets = Packets.file(ByteOrder.LITTLE_ENDIAN, 0xA1B2C3D4)
                .ipv4(50_001, server.getLocalPort(), 1, Packets.SYN, 0)
                .ipv4(server.getLocalPort(), 50_001, 1, Packets.RST, 0)
                .made();
        Files.write(folder.resolve("made"), packets);
        Path program = program("""
                echo $$ > pid
                echo "$*" > arguments
                cat made
                sleep 600 &
                child=$!
                trap 'kill $child; echo "3 packets dropped by kernel" >&2; exit 0' TERM
                echo 'tcpdump: listening on lo, link-type EN10MB (Ethernet), snapshot length 200 bytes' >&2
                wait
                """);

        Capture capture = start(Optional.of(program));
        long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
        assertThat(ProcessHandle.of(pid))
                .hasValueSatisfying(running -> assertThat(running.isAlive()).isTrue());
        capture.close();

        assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
        assertThat(capture.warnings()).isEmpty();
        assertThat(Capture.file(folder)).hasBinaryContent(packets);
        assertThat(Files.readString(folder.resolve("arguments")))
                .contains("-s 200 -c 200000 ")
                .contains("port " + server.getLocalPort());
        assertThat(capture.finding()).hasValueSatisfying(finding -> {
            assertThat(finding.seen()).startsWith("2 packets").contains("tcpdump missed 3 more");
            assertThat(finding.rows()).anySatisfy(row -> assertThat(row).startsWith("SYN", "1", "0"));
            assertThat(finding.rows()).anySatisfy(row -> assertThat(row).startsWith("RST", "0", "1"));
        });
    }

    @Test
    void a_program_that_does_not_end_when_it_is_asked_to_is_made_to() throws IOException {
        Path program = program("""
                echo $$ > pid
                trap '' TERM
                echo 'tcpdump: listening on lo' >&2
                while :; do sleep 1; done
                """);

        Capture capture = start(Optional.of(program));
        long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
        capture.close();

        assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
        assertThat(capture.finding()).isEmpty();
        assertThat(capture.warnings())
                .singleElement()
                .extracting(Warning::line)
                .asString()
                .contains("capture.log");
    }

    @Test
    void a_capture_that_the_system_forbids_is_a_warning_with_the_cure_and_leaves_no_file() throws IOException {
        Path program = program("echo \"tcpdump: lo: You don't have permission to capture on that device\" >&2; exit 1");

        Capture capture = start(Optional.of(program));
        capture.close();

        assertThat(capture.finding()).isEmpty();
        assertThat(Capture.file(folder)).doesNotExist();
        assertThat(capture.warnings())
                .singleElement()
                .extracting(Warning::line)
                .asString()
                .startsWith("a: no packets were captured: tcpdump: lo: You don't have permission")
                .endsWith("'setcap cap_net_raw,cap_net_admin=eip %s' as root.".formatted(program));
    }

    @Test
    void without_tcpdump_there_is_a_warning_that_names_its_package() {
        Capture capture = start(Optional.empty());
        capture.close();

        assertThat(capture.finding()).isEmpty();
        assertThat(capture.warnings())
                .extracting(Warning::line)
                .containsExactly("a: no packets were captured: there is no tcpdump. Install Debian's package tcpdump.");
    }

    @Test
    void a_capture_that_nobody_asked_for_does_nothing() {
        Capture capture = Capture.off();
        capture.close();

        assertThat(capture.finding()).isEmpty();
        assertThat(capture.warnings()).isEmpty();
    }

    @Test
    void the_ports_of_a_process_are_those_it_listens_at() throws IOException {
        assertThat(Listeners.of(ProcessHandle.current().pid())).contains(server.getLocalPort());
        int gone = server.getLocalPort();
        server.close();
        assertThat(Listeners.of(ProcessHandle.current().pid())).doesNotContain(gone);
        assertThat(Listeners.of(Integer.MAX_VALUE)).isEmpty();
    }

    @Test
    void of_a_table_only_own_sockets_that_listen_are_taken() {
        List<String> table = List.of(
                "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode",
                "   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 11 1 0 100 0 0 10 0",
                "   1: 0100007F:1F91 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 12 1 0 100 0 0 10 0",
                "   2: 0100007F:1F92 0100007F:C350 01 00000000:00000000 00:00000000 00000000     0        0 13 1 0 20 4 30 10 -1",
                "   3: 00000000000000000000000000000000:1F93 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 14 1 0 100 0 0 10 0");

        assertThat(Listeners.listening(table, Set.of("11", "13", "14"))).containsExactlyInAnyOrder(8080, 8083);
    }

    private Capture start(Optional<Path> tcpdump) {
        return Capture.start(tcpdump, ProcessHandle.current().pid(), folder, "a");
    }

    private Path program(String script) throws IOException {
        Path program =
                Files.writeString(folder.resolve("tcpdump"), "#!/bin/sh\ncd '%s'\n%s\n".formatted(folder, script));
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program;
    }
}
