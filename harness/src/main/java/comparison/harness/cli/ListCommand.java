package comparison.harness.cli;

import comparison.harness.plan.Catalogue;
import comparison.harness.plan.Preset;
import comparison.harness.plan.Variant;
import comparison.harness.record.RunFolder;
import comparison.harness.workload.Simulation;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "list",
        description = "Shows the variants that can be measured, the presets and the runs that were made.",
        mixinStandardHelpOptions = true)
final class ListCommand extends BenchCommand {

    @Mixin
    private final CatalogueOption catalogue = new CatalogueOption();

    @Override
    public Integer call() {
        Project project = Project.here();
        Catalogue offered = catalogue.of(project);
        PrintWriter out = out();
        out.printf("variants (%s):%n", catalogue.name());
        for (Variant variant : offered.all()) {
            out.printf(
                    "  %-34s %-16s %-16s %s %s%n",
                    variant.id(),
                    variant.stack(),
                    variant.packaging().id(),
                    variant.environment(),
                    String.join(" ", variant.flags()));
        }
        out.println("presets:");
        for (Preset preset : offered.presets()) {
            out.printf(
                    "  %-14s %s: %d variants, %s%n",
                    preset.id(), preset.about(), preset.variants().size(), load(preset));
        }
        print(out, "runs (results/):", project.runs());
        print(out, "published runs (results/published/):", project.publishedRuns());
        return 0;
    }

    private static String load(Preset preset) {
        if (!preset.simulations().isEmpty()) {
            return Simulation.words(preset.simulations());
        }
        String warm = preset.warmLoops() == preset.loops() ? "" : ", warm " + preset.warmLoops();
        return "%s threads x %s loops%s".formatted(preset.threads(), preset.loops(), warm);
    }

    private static void print(PrintWriter out, String title, List<RunFolder> runs) {
        out.println(title);
        runs.forEach(run -> out.printf("  %s%n", run.path().getFileName()));
    }
}
