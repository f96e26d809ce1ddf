package comparison.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PortsTest {

    @Test
    void a_free_port_is_not_one_that_outgoing_connections_are_given() throws IOException {
        String range = Files.readString(Path.of("/proc/sys/net/ipv4/ip_local_port_range"));
        int firstOfClients = Integer.parseInt(range.strip().split("\\s+", 2)[0]);
        for (int i = 0; i < 100; i++) {
            assertThat(Ports.free()).isBetween(1024, firstOfClients - 1);
        }
    }
}
