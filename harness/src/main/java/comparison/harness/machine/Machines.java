package comparison.harness.machine;

import comparison.harness.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The machines of a run by their roles. Roles that share a machine have equal values.
 *
 * @param app runs the variants
 * @param database runs PostgreSQL
 * @param load run the clients; at least one, all different
 */
public record Machines(Machine app, Machine database, List<Machine> load) {

    /** All three roles on this machine. */
    public static final Machines HERE = new Machines(Machine.HERE, Machine.HERE, List.of(Machine.HERE));

    public Machines {
        load = List.copyOf(load);
    }

    /**
     * Reads a file such as {@code machines.yaml}.
     *
     * @throws Fault of kind BAD_INPUT, with the line, if it cannot be read or has another structure
     */
    public static Machines read(Path file) {
        try {
            return MachinesFile.parse(file.toString(), Files.readString(file));
        } catch (IOException e) {
            throw Fault.badInput(
                    "%s cannot be read: %s. docs/machines.md shows what belongs into it.".formatted(file, e));
        }
    }

    /**
     * Assigns machines by the names of their roles.
     *
     * @param all each machine once, as {@link #all} lists them
     */
    public static Machines of(List<Machine> all) {
        return new Machines(with(all, "app").getFirst(), with(all, "database").getFirst(), with(all, "load\\d*"));
    }

    private static List<Machine> with(List<Machine> all, String role) {
        return all.stream()
                .filter(machine -> Stream.of(machine.roles().split(" and ")).anyMatch(word -> word.matches(role)))
                .toList();
    }

    /** Returns whether a file names the machines. */
    public boolean far() {
        return app.far();
    }

    /** Returns each machine once, in the order of the roles. */
    public List<Machine> all() {
        return Stream.concat(Stream.of(app, database), load.stream()).distinct().toList();
    }
}
