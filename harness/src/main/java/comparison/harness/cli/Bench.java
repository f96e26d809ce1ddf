package comparison.harness.cli;

import comparison.harness.Fault;
import comparison.harness.Names;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line of {@code bench}. Exit codes: 0 done, 1 a failure, 2 bad input, 3 something is missing on this
 * machine.
 */
@Command(
        name = "bench",
        description = "Measures Java web stacks that serve the same API under the same limits.",
        mixinStandardHelpOptions = true,
        version = "0.1.0",
        subcommands = {
            RunCommand.class,
            ListCommand.class,
            DoctorCommand.class,
            ImagesCommand.class,
            CheckCommand.class,
            ReportCommand.class,
            CompareCommand.class,
            PublishCommand.class,
            CleanCommand.class
        },
        footer = {
            "",
            "Also: bench test (all tests of the project), bench mvn ARGS (Maven with the JDK that was found).",
            "Exit codes: 0 done, 1 something broke while measuring, 2 bad input, 3 something is missing on this machine."
        })
public final class Bench {

    private static final int BAD_INPUT = Fault.Kind.BAD_INPUT.exitCode();

    private static final String BEGIN = """
            bench measures Java web stacks that serve the same API under the same limits. To begin with:

              ./bench doctor    shows what is missing on this machine, with the fix
              ./bench run       measures four stacks in a quarter of an hour and prints the table
              ./bench list      shows what can be measured, and the runs that were made

            All commands: ./bench --help. Options of one: ./bench run --help.""";

    private Bench() {}

    /** Runs a command and ends the process with its exit code. */
    public static void run(CommandLine line, String... arguments) {
        // Programs read the output too, so numbers must not depend on the locale of the machine.
        Locale.setDefault(Locale.ROOT);
        System.exit(line.execute(arguments));
    }

    /**
     * Creates the command line.
     *
     * @param more commands to append to those of the harness; each with picocli's {@code @Command}
     */
    public static CommandLine commandLine(Object... more) {
        CommandLine line = new CommandLine(new Bench());
        Stream.of(more).forEach(line::addSubcommand);
        RunCommand.group(
                Objects.requireNonNull(line.getSubcommands().get("run")).getCommandSpec());
        line.setParameterExceptionHandler(Bench::badInput);
        line.setExecutionExceptionHandler(Bench::fault);
        line.setExecutionStrategy(Bench::execute);
        return line;
    }

    private static int execute(CommandLine.ParseResult parsed) {
        if (!parsed.hasSubcommand() && !CommandLine.printHelpIfRequested(parsed)) {
            parsed.commandSpec().commandLine().getOut().println(BEGIN);
            return BAD_INPUT;
        }
        try {
            return new CommandLine.RunLast().execute(parsed);
        } finally {
            // Flushed before the message about a failure, which goes to the error stream.
            parsed.asCommandLineList().forEach(each -> each.getOut().flush());
        }
    }

    /** Prints one line: what is wrong, and what would be valid. */
    private static int badInput(CommandLine.ParameterException wrong, String[] arguments) {
        CommandSpec command = wrong.getCommandLine().getCommandSpec();
        String message = String.valueOf(wrong.getMessage()).lines().collect(Collectors.joining("; "));
        String hint = wrong instanceof UnmatchedArgumentException unmatched
                ? hint(command, unmatched.getUnmatched().getFirst())
                : "'./%s --help' shows the options.".formatted(command.qualifiedName());
        wrong.getCommandLine().getErr().println("bench: " + message + ". " + hint);
        return BAD_INPUT;
    }

    private static String hint(CommandSpec command, String given) {
        String all = "'./%s --help' shows all.".formatted(command.qualifiedName());
        List<String> names = command.subcommands().isEmpty()
                ? command.options().stream().map(OptionSpec::longestName).toList()
                : List.copyOf(command.subcommands().keySet());
        return Names.hint(given, names, all);
    }

    private static int fault(Exception failure, CommandLine line, CommandLine.ParseResult parsed) {
        PrintWriter err = line.getErr();
        if (failure instanceof Fault fault) {
            err.println("bench: " + fault.line());
            return fault.kind().exitCode();
        }
        err.println("bench: this is a bug of the harness, please report it:");
        failure.printStackTrace(err);
        return Fault.Kind.BROKEN.exitCode();
    }
}
