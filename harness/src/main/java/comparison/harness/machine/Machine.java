package comparison.harness.machine;

import comparison.harness.process.Program;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A machine with a Docker engine.
 *
 * @param roles what runs there, in words, such as {@code app and database}; empty for this machine
 * @param docker endpoint of the engine, such as {@code ssh://bench@10.0.0.2}, or the name of a Docker context; null for
 *     the engine that {@code docker} uses by itself
 * @param address under which the other machines reach it: a host name or an IP address
 */
public record Machine(String roles, @Nullable String docker, String address) {

    /** This machine, with the engine that {@code docker} uses by itself. */
    public static final Machine HERE = new Machine("", null, "127.0.0.1");

    /** A lost machine must not delay a run for longer; a login over SSH takes less than a second. */
    private static final Duration FAR_LIMIT = Duration.ofMinutes(2);

    /** Returns whether {@code machines.yaml} names it. Nothing on such a machine can be read through this kernel. */
    public boolean far() {
        return docker != null;
    }

    /** Returns its roles and its address, for messages. */
    public String named() {
        return far() ? "machine %s (%s)".formatted(roles, address) : "this machine";
    }

    /** Returns a {@code docker} command for its engine. The commands of a far machine end after 2 min. */
    public Program docker(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of("docker"));
        if (docker != null) {
            command.addAll(List.of(docker.contains("://") ? "--host" : "--context", docker));
        }
        command.addAll(arguments);
        Program program = new Program(command);
        return far() ? program.within(FAR_LIMIT) : program;
    }
}
