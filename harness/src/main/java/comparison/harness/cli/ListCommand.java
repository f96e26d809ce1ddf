package comparison.harness.cli;

import comparison.harness.plan.Preset;
import comparison.harness.plan.Variant;
import comparison.harness.raw.RunFolder;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "list",
        description = "Shows the variants that can be measured, the presets and the runs that were made.",
        mixinStandardHelpOptions = true)
final class ListCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Option(
            names = "--catalogue",
            paramLabel = "FILE",
            description =
                    "Variants of another file instead of variants.yaml; paths in it start at the project's folder.")
    private @Nullable Path catalogue;

    @Override
    public Integer call() {
        Project project = Project.here();
        PrintWriter out = spec.commandLine().getOut();
        out.printf("variants (%s):%n", catalogue == null ? "variants.yaml" : catalogue);
        for (Variant variant : project.catalogue(catalogue).all()) {
            out.printf(
                    "  %-34s %-16s %-16s %s %s%n",
                    variant.id(),
                    variant.stack(),
                    variant.packaging().id(),
                    variant.environment(),
                    String.join(" ", variant.flags()));
        }
        out.println("presets:");
        for (Preset preset : Preset.all()) {
            out.printf(
                    "  %-12s %d variants, %d threads x %d loops, %d invocation%n",
                    preset.id(), preset.variants().size(), preset.threads(), preset.loops(), preset.invocations());
        }
        out.println("runs (results/):");
        for (RunFolder run : project.runs()) {
            out.printf("  %s%n", run.path().getFileName());
        }
        out.flush();
        return 0;
    }
}
