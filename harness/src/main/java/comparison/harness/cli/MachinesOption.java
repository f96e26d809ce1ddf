package comparison.harness.cli;

import comparison.harness.Fault;
import comparison.harness.machine.Machines;
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
     * @param threads of the client, which the load machines share
     * @throws Fault of kind BAD_INPUT if there are more load machines than threads
     */
    public Machines shared(int threads) {
        return shared(given().orElse(Machines.HERE), threads);
    }

    static Machines shared(Machines machines, int threads) {
        int clients = machines.load().size();
        if (clients > threads) {
            throw Fault.badInput("%d load machines cannot share %d client threads. Name fewer, or raise --threads."
                    .formatted(clients, threads));
        }
        return machines;
    }

    /** Reads the file; empty if the option was not given. */
    Optional<Machines> given() {
        return Optional.ofNullable(file).map(Machines::read);
    }
}
