package comparison.harness.cli;

import comparison.harness.machine.Machines;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option --machines of the commands that use other machines. */
final class MachinesOption {

    @Option(
            names = "--machines",
            paramLabel = "FILE",
            description = "Machines for app, database and load, such as machines.yaml; see docs/machines.md.")
    private @Nullable Path file;

    /** Reads the file; empty if the option was not given. */
    Optional<Machines> given() {
        return Optional.ofNullable(file).map(Machines::read);
    }
}
