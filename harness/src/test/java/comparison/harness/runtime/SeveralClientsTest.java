package comparison.harness.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.harness.Fault;
import comparison.harness.load.Engine;
import comparison.harness.load.LoadOrder;
import comparison.harness.load.Target;
import comparison.harness.machine.Machine;
import comparison.harness.probe.Meter;
import comparison.harness.process.Child;
import comparison.harness.process.Program;
import comparison.harness.record.Load.Sent;
import comparison.harness.workload.Loops;
import comparison.harness.workload.Rate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SeveralClientsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    @Test
    void threads_are_divided_and_each_keeps_its_loops() {
        List<LoadOrder> parts = new LoadOrder(Engine.JMETER, new Loops(10, 1000, 4000)).parts(3);

        assertThat(parts)
                .extracting(LoadOrder::workload)
                .containsExactly(new Loops(4, 1000, 4000), new Loops(3, 1000, 4000), new Loops(3, 1000, 4000));
        assertThat(parts.stream().mapToLong(LoadOrder::requests).sum()).isEqualTo(40_000);
    }

    @Test
    void arrivals_are_divided_and_none_is_lost() {
        LoadOrder whole = new LoadOrder(Engine.JMETER, new Rate(100, 7));
        List<LoadOrder> parts = whole.parts(3);

        assertThat(parts.stream().mapToLong(LoadOrder::requests).sum()).isEqualTo(whole.requests());
        assertThat(parts)
                .allSatisfy(
                        part -> assertThat(((Rate) part.workload()).seconds()).isEqualTo(7));
    }

    @Test
    @Tag("slow")
    void if_one_client_does_not_start_the_others_are_closed_and_their_names_are_free_again() {
        List<Idle> up = new ArrayList<>();
        List<Machine> machines = List.of(machine(1), machine(2), machine(3));

        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> SeveralClients.started(machines, machine -> {
                    if (machine.equals(machines.getLast())) {
                        throw Fault.broken("The client does not start.");
                    }
                    up.add(new Idle(Program.of("cat").startTalking(folder.resolve("log"))));
                    return up.getLast();
                }))
                .withMessage("The client does not start.");

        assertThat(up).hasSize(2).allMatch(client -> client.closed);
    }

    private static Machine machine(int number) {
        String address = "10.0.0." + number;
        return new Machine("load" + number, "ssh://bench@" + address, address);
    }

    /** Never gets an order. */
    private final class Idle extends TalkingClient {

        private final Child child;
        private boolean closed;

        Idle(Child child) {
            super(child, folder, "", new Target("", 0), 1, Optional::empty);
            this.child = child;
        }

        @Override
        String seen(Path file) {
            return file.toString();
        }

        @Override
        public Meter meter() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Meter stubMeter() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            child.close();
            closed = true;
        }
    }

    @Test
    void clocks_that_differ_by_an_hour_do_not_make_a_load_longer() {
        long hour = 3_600_000;
        List<Sent> sent = List.of(sent(1_000, 3_000), sent(1_000 + hour, 2_900 + hour));
        SeveralClients.Placed placed = SeveralClients.Placed.of(sent, List.of(505.0, 500.0), List.of(2_510.0, 2_450.0));
        List<Long> later = placed.laterMillis();

        assertThat(later).containsExactly(0L, -hour - 5);
        assertThat(placed.afterFirstMillis()).containsExactly(5.0, 0.0);
        Sent merged = SeveralClients.merged(sent, later);
        assertThat(merged.firstMillis()).isEqualTo(995);
        assertThat(merged.lastMillis()).isEqualTo(3_000);
        assertThat(merged.samples()).isEqualTo(80);
        assertThat(merged.errors()).isEqualTo(2);
        assertThat(merged.threads()).isEqualTo(10);
        assertThat(merged.offeredPerSecond()).isNull();
    }

    @Test
    void a_first_answer_that_is_heard_of_late_does_not_make_a_load_longer_than_it_was() {
        List<Sent> sent = List.of(sent(1_000, 3_000), sent(1_000, 3_000));
        // The second client's first answer was heard of 400 ms late, its end 20 ms late. All ended at 2520 ms.
        SeveralClients.Placed placed = SeveralClients.Placed.of(sent, List.of(510.0, 900.0), List.of(2_510.0, 2_520.0));

        assertThat(placed.laterMillis()).containsExactly(0L, 10L);
        assertThat(placed.afterFirstMillis()).containsExactly(0.0, 10.0);
        Sent merged = SeveralClients.merged(sent, placed.laterMillis());
        assertThat(merged.lastMillis() - merged.firstMillis()).isEqualTo(2_010);
    }

    private static Sent sent(long first, long last) {
        return new Sent("jmeter", "closed", 5, 40, 1, first, last, 100, null, null);
    }

    @Test
    void samples_are_merged_in_the_order_of_their_ends() throws IOException {
        Path one = Files.writeString(folder.resolve("one"), """
            timeStamp,elapsed,label
            100,10,create
            120,80,read
            """);
        Path two = Files.writeString(folder.resolve("two"), """
            timeStamp,elapsed,label
            5100,20,"a failure
            in two lines, quoted"
            5150,10,read
            """);
        Path merged = folder.resolve("merged");
        SeveralClients.merge(List.of(one, two), List.of(0L, -5000L), merged);

        assertThat(merged).hasContent("""
            timeStamp,elapsed,label
            100,10,create
            100,20,"a failure
            in two lines, quoted"
            150,10,read
            120,80,read
            """);
    }
}
