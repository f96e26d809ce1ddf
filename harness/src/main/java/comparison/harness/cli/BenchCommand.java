package comparison.harness.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command of {@code bench}; its result is the exit code. Its output is flushed when it ends. */
public abstract class BenchCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    /** Creates a command for picocli, which sets its options. */
    protected BenchCommand() {}

    /** The command line that was parsed. */
    protected final CommandLine line() {
        return spec.commandLine();
    }

    /** Where the command prints its result. */
    protected final PrintWriter out() {
        return line().getOut();
    }

    /** Shows progress on the error stream. */
    protected final ConsoleProgress progress() {
        return new ConsoleProgress(line().getErr());
    }
}
