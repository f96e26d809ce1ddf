package comparison.lab;

import comparison.harness.cli.Bench;
import comparison.lab.engine.EngineCommand;
import comparison.lab.noise.NoiseCommand;
import comparison.lab.observe.ObserveCommand;
import comparison.lab.packaging.BreakEvenCommand;
import comparison.lab.profile.ProfileCommand;
import picocli.CommandLine;

/** The main class of {@code ./bench}: the command line of the harness, extended by the studies of one server. */
public final class Lab {

    private Lab() {}

    /** Runs a command and ends the process with its exit code. */
    public static void main(String... arguments) {
        Bench.run(commandLine(), arguments);
    }

    static CommandLine commandLine() {
        return Bench.commandLine(
                new EngineCommand(),
                new ProfileCommand(),
                new ObserveCommand(),
                new NoiseCommand(),
                new BreakEvenCommand());
    }
}
