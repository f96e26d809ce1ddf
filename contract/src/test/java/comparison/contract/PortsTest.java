package comparison.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PortsTest {

    @Test
    void aFreePortIsNotOneThatOutgoingConnectionsAreGiven() throws IOException {
        Process cat = new ProcessBuilder("cat", "/proc/sys/net/ipv4/ip_local_port_range").start();
        String range = new String(cat.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        assertThat(range).startsWith(Ports.firstOfClients() + "\t");
        for (int i = 0; i < 100; i++) {
            assertThat(Ports.free()).isBetween(1024, Ports.firstOfClients() - 1);
        }
    }
}
