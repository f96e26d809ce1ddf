package comparison.harness.cli;

import comparison.harness.Fault;
import comparison.harness.process.Program;
import comparison.harness.runtime.DockerTestbed;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "images",
        description = "Makes the base images on this machine, where no container registry can be reached.",
        mixinStandardHelpOptions = true,
        footer =
                "It needs root and Debian's packages; 'run' does the same by itself when a public base cannot be pulled.")
final class ImagesCommand extends BenchCommand {

    @Option(
            names = "--from-debian",
            required = true,
            description =
                    "From Debian's packages, the JDK at hand and, if GRAALVM_HOME is set, that GraalVM; .env names the result.")
    @SuppressWarnings("UnusedVariable") // required, so its value is always true
    private boolean fromDebian;

    @Option(names = "--force", description = "Also those that are up to date.")
    private boolean force;

    @Override
    public Integer call() {
        DockerTestbed.obstacle().ifPresent(why -> {
            throw Fault.missing("Images: " + why);
        });
        Project project = Project.here();
        List<String> command = new ArrayList<>(
                List.of(project.path().resolve("images/from-debian").toString()));
        if (force) {
            command.add("--force");
        }
        return new Program(command).runInTerminal().succeeded() ? 0 : 1;
    }
}
