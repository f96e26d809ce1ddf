package comparison.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.harness.Fault;
import comparison.harness.load.Engine;
import comparison.harness.load.LoadOrder;
import comparison.harness.machine.Machine;
import comparison.harness.machine.Machines;
import comparison.harness.workload.Rate;
import java.util.List;
import org.junit.jupiter.api.Test;

class MachinesOptionTest {

    private static final Machines TWO_CLIENTS =
            new Machines(machine("app", 2), machine("database", 3), List.of(machine("load1", 4), machine("load2", 5)));

    @Test
    void a_load_machine_without_a_client_thread_is_refused() {
        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> MachinesOption.shared(TWO_CLIENTS, new LoadOrder(1, 10)))
                .withMessage("2 load machines cannot share 1 client threads. Name fewer, or raise --threads.");
    }

    @Test
    void a_load_machine_without_a_kept_connection_is_refused() {
        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> MachinesOption.shared(TWO_CLIENTS, kept(1)))
                .withMessage("2 load machines cannot share --connections 1. Name fewer, or raise --connections.");
    }

    @Test
    void a_load_that_all_clients_can_share_is_taken() {
        assertThat(MachinesOption.shared(TWO_CLIENTS, kept(2))).isEqualTo(TWO_CLIENTS);
        assertThat(MachinesOption.shared(TWO_CLIENTS, kept(0)))
                .as("each loop opens its own")
                .isEqualTo(TWO_CLIENTS);
        assertThat(MachinesOption.shared(TWO_CLIENTS, new LoadOrder(2, 10))).isEqualTo(TWO_CLIENTS);
    }

    private static LoadOrder kept(int connections) {
        return new LoadOrder(Engine.HYPERFOIL, new Rate(100, 20, connections));
    }

    private static Machine machine(String role, int number) {
        String address = "10.0.0." + number;
        return new Machine(role, "ssh://bench@" + address, address);
    }
}
