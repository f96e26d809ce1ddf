package comparison.harness.cli;

import comparison.harness.Fault;
import comparison.harness.load.LoadOrder;
import comparison.harness.machine.Machines;
import comparison.harness.workload.Rate;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option --machines of the commands that use other machines. */
public final class MachinesOption {

    @Option(
            names = "--machines",
            paramLabel = "FILE",
            description = "Machines for app, database and load, such as machines.yaml; see docs/machines.md.")
    private @Nullable Path file;

    /** Creates the option for picocli, which sets its value. */
    public MachinesOption() {}

    /**
     * Returns the machines that the file names, otherwise this one for all roles.
     *
     * @param order whose client threads and kept connections the load machines share
     * @throws Fault of kind BAD_INPUT if there are more load machines than threads or kept connections
     */
    public Machines shared(LoadOrder order) {
        return shared(given().orElse(Machines.HERE), order);
    }

    static Machines shared(Machines machines, LoadOrder order) {
        int clients = machines.load().size();
        if (clients > order.threads()) {
            throw Fault.badInput("%d load machines cannot share %d client threads. Name fewer, or raise --threads."
                    .formatted(clients, order.threads()));
        }
        // A client without a part of them would open a connection for each loop.
        if (order.workload() instanceof Rate rate && rate.connections() > 0 && rate.connections() < clients) {
            throw Fault.badInput("%d load machines cannot share --connections %d. Name fewer, or raise --connections."
                    .formatted(clients, rate.connections()));
        }
        return machines;
    }

    /** Reads the file; empty if the option was not given. */
    Optional<Machines> given() {
        return Optional.ofNullable(file).map(Machines::read);
    }
}
