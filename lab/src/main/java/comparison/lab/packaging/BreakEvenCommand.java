package comparison.lab.packaging;

import comparison.harness.cli.Project;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Implements {@code bench break-even}; see its description. */
@Command(
        name = "break-even",
        description =
                "Says how many requests after its start a plain JVM has used less CPU time than the same app with an AOT cache or as a native image.",
        mixinStandardHelpOptions = true)
public final class BreakEvenCommand implements Callable<Integer> {

    @Parameters(paramLabel = "RUN", description = "Folder or name of a run with its raw files, or 'latest'.")
    @SuppressWarnings("NullAway.Init") // set by picocli before the command is called
    private String run;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the command is called
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine()
                .getOut()
                .println(BreakEven.page(BreakEven.of(Project.here().run(run))).markdown());
        spec.commandLine().getOut().flush();
        return 0;
    }
}
