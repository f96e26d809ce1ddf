package comparison.harness.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SocketsTest {

    private final Map<String, Long> recorded = new TreeMap<>();

    SocketsTest() throws IOException, URISyntaxException {
        for (String name : List.of("snmp.txt", "netstat.txt")) {
            Path file = Path.of(
                    Objects.requireNonNull(SocketsTest.class.getResource(name)).toURI());
            recorded.putAll(Sockets.parse(Files.readAllLines(file)));
        }
    }

    @Test
    void the_kernels_counters_are_read_by_group_and_name() {
        assertThat(recorded)
                .containsEntry("Tcp.RetransSegs", 130431L)
                .containsEntry("Tcp.MaxConn", -1L)
                .containsEntry("Tcp.OutRsts", 345744L)
                .containsKeys("TcpExt.ListenOverflows", "TcpExt.TCPAbortOnData", "Udp.InDatagrams");
    }

    @Test
    void only_what_was_counted_since_is_told_with_its_cure() {
        Map<String, Long> later = new TreeMap<>(recorded);
        later.merge("TcpExt.ListenOverflows", 7L, Long::sum);

        Section section = new Sockets(later).since(new Sockets(recorded));

        assertThat(section.advice()).contains("Connections were refused");
        assertThat(section.rows().getFirst())
                .startsWith("TcpExt.ListenOverflows", "7")
                .anySatisfy(text -> assertThat(text).contains("server.backlog"));
        assertThat(section.rows().subList(1, section.rows().size()))
                .allSatisfy(row -> assertThat(row.get(1)).isEqualTo("0"));
    }

    @Test
    void without_proc_it_says_so() {
        Sockets none = new Sockets(Map.of());

        assertThat(none.since(none).seen()).contains("cannot be read");
    }
}
