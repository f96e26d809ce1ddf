package comparison.harness.profile;

import static comparison.harness.profile.Packets.ACK;
import static comparison.harness.profile.Packets.FIN;
import static comparison.harness.profile.Packets.RST;
import static comparison.harness.profile.Packets.SYN;
import static comparison.harness.profile.Packets.SYN_ACK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrafficTest {

    private static final int SERVER = 40_080;
    private static final int CLIENT = 50_001;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"LITTLE, A1B2C3D4", "BIG, A1B2C3D4", "LITTLE, A1B23C4D"})
    void what_each_side_sent_is_counted_whatever_machine_wrote_it(String order, String magic) throws IOException {
        Packets packets = Packets.file(
                order.equals("BIG") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN,
                Integer.parseUnsignedInt(magic, 16));

        assertThat(read(packets.ipv4(CLIENT, SERVER, 100, SYN, 0)
                        .ipv4(SERVER, CLIENT, 900, SYN_ACK, 0)
                        .ipv4(CLIENT, SERVER, 101, ACK, 300)
                        .ipv4(SERVER, CLIENT, 901, ACK, 50)
                        .ipv4(SERVER, CLIENT, 951, FIN, 0)
                        .ipv4(CLIENT, SERVER, 401, RST, 0)
                        .udp(CLIENT, SERVER)))
                .isEqualTo(new Traffic(6, new Traffic.Side(1, 0, 1, 0), new Traffic.Side(1, 1, 0, 0)));
    }

    @Test
    void ipv6_is_counted_too() throws IOException {
        assertThat(read(file().ipv6(CLIENT, SERVER, 100, SYN, 0).ipv6(SERVER, CLIENT, 0, RST, 0)))
                .isEqualTo(new Traffic(2, new Traffic.Side(1, 0, 0, 0), new Traffic.Side(0, 0, 1, 0)));
    }

    @Test
    void a_segment_is_sent_again_if_its_bytes_were_sent_before() throws IOException {
        Traffic traffic = read(file().ipv4(CLIENT, SERVER, 100, ACK, 300)
                .ipv4(CLIENT, SERVER, 400, ACK, 300)
                .ipv4(CLIENT, SERVER, 100, ACK, 300)
                .ipv4(CLIENT, SERVER, 700, ACK, 0)
                .ipv4(SERVER, CLIENT, 100, ACK, 10));

        assertThat(traffic.clients().repeats()).isEqualTo(1);
        assertThat(traffic.server().repeats()).isZero();
    }

    @Test
    void sequence_numbers_go_on_behind_2_to_the_32() throws IOException {
        assertThat(read(file().ipv4(CLIENT, SERVER, -100, ACK, 100)
                                .ipv4(CLIENT, SERVER, 0, ACK, 100)
                                .ipv4(CLIENT, SERVER, -100, ACK, 100))
                        .clients()
                        .repeats())
                .isEqualTo(1);
    }

    @Test
    void a_connection_on_a_port_that_was_used_before_is_no_repetition_and_the_same_syn_is_one() throws IOException {
        assertThat(read(file().ipv4(CLIENT, SERVER, 5000, SYN, 0)
                                .ipv4(CLIENT, SERVER, 5001, ACK, 300)
                                .ipv4(CLIENT, SERVER, 100, SYN, 0)
                                .ipv4(CLIENT, SERVER, 101, ACK, 300)
                                .ipv4(CLIENT + 1, SERVER, 100, SYN, 0)
                                .ipv4(CLIENT + 1, SERVER, 100, SYN, 0))
                        .clients())
                .isEqualTo(new Traffic.Side(4, 0, 0, 1));
    }

    @Test
    void a_file_that_ends_within_a_packet_is_read_up_to_it() throws IOException {
        byte[] whole = file().ipv4(CLIENT, SERVER, 100, SYN, 0)
                .ipv4(CLIENT, SERVER, 101, ACK, 300)
                .made();

        assertThat(read(Arrays.copyOf(whole, whole.length - 1)).packets()).isEqualTo(1);
        assertThat(read(Arrays.copyOf(whole, 30)).packets()).isZero();
    }

    @Test
    void what_is_no_capture_is_told() {
        byte[] foreign = Packets.file(ByteOrder.LITTLE_ENDIAN, 0xA1B2C3D4, 113).made();

        assertThatIOException().isThrownBy(() -> read(new byte[3])).withMessageContaining("no header of a capture");
        assertThatIOException().isThrownBy(() -> read(new byte[24])).withMessageContaining("is no capture");
        assertThatIOException().isThrownBy(() -> read(foreign)).withMessageContaining("link type 113");
    }

    @Test
    void the_finding_names_both_sides_the_filter_and_what_is_missing() {
        Traffic traffic = new Traffic(200_000, new Traffic.Side(10, 9, 8, 7), new Traffic.Side(6, 5, 4, 3));

        Section whole = Capture.section(new Traffic(9, traffic.clients(), traffic.server()), Set.of(8080), 0);
        Section partly = Capture.section(traffic, Set.of(8080), 12);

        assertThat(whole.seen()).startsWith("9 packets of TCP at port 8080 during the profiled load. Capturing costs");
        assertThat(partly.seen()).contains("Only the first 200000 were captured", "tcpdump missed 12 more");
        assertThat(whole.advice()).contains("Wireshark", "tcp.flags.reset == 1 or tcp.analysis.flags");
        assertThat(whole.rows())
                .extracting(row -> String.join(" ", row.subList(0, 3)))
                .containsExactly("SYN 10 6", "FIN 9 5", "RST 8 4", "sent again 7 3");
    }

    private static Packets file() {
        return Packets.file(ByteOrder.LITTLE_ENDIAN, 0xA1B2C3D4);
    }

    private Traffic read(Packets packets) throws IOException {
        return read(packets.made());
    }

    private Traffic read(byte[] bytes) throws IOException {
        return Traffic.read(Files.write(folder.resolve("made.pcap"), bytes), Set.of(SERVER));
    }
}
