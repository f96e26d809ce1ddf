package comparison.harness.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class TrafficTest {

    private static final List<String> DEVICES = List.of(
            "Inter-|   Receive                                                |  Transmit",
            " face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed",
            "    lo: 5000000   100    0    0    0     0          0         0 5000000   100    0    0    0     0       0          0",
            "  eth0: 1048576   100    0    0    0     0          0         0  2048    50    0    0    0     0       0          0",
            "  eth1:1000 1 0 0 0 0 0 0 1048576 1 0 0 0 0 0 0",
            "docker0: 7000000 1 0 0 0 0 0 0 7000000 1 0 0 0 0 0 0",
            "veth12ab: 7000000 1 0 0 0 0 0 0 7000000 1 0 0 0 0 0 0");

    @Test
    void what_stays_on_the_machine_is_no_traffic() {
        assertThat(Traffic.of(7, DEVICES, 3)).isEqualTo(new Traffic(7, 1_049_576, 1_050_624, 3));
    }

    @Test
    void a_machine_without_that_file_has_no_traffic() {
        assertThat(Traffic.of(7, List.of(), 3)).isEqualTo(new Traffic(7, 0, 0, 3));
    }

    @Test
    void the_busier_direction_counts() {
        List<Traffic> readings = List.of(
                new Traffic(1000, 0, 0, 0),
                new Traffic(2000, 5, 5, 5),
                new Traffic(3000, 10L << 20, 4 << 20, 20_000_000));

        assertThat(Traffic.mibPerSecond(readings)).isCloseTo(5, within(1e-9));
        assertThat(Traffic.readerShare(readings)).isCloseTo(0.01, within(1e-9));
    }

    @Test
    void fewer_than_two_readings_say_nothing() {
        assertThat(Traffic.mibPerSecond(List.of())).isZero();
        assertThat(Traffic.readerShare(List.of(new Traffic(1, 2, 3, 4)))).isZero();
    }
}
