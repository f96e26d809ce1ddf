package comparison.harness.cli;

import comparison.harness.plan.Catalogue;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option --catalogue of every command that names variants. */
public final class CatalogueOption {

    private static final String DEFAULT = "variants.yaml";

    @Option(
            names = "--catalogue",
            paramLabel = "FILE",
            description =
                    "Variants of another file instead of variants.yaml, such as experiments/variants.yaml; paths in it start at the project's folder.")
    private @Nullable Path file;

    /** Reads the chosen catalogue. A file without presets uses those of variants.yaml. */
    public Catalogue of(Project project) {
        Catalogue usual = Catalogue.read(project.path().resolve(DEFAULT));
        return file == null ? usual : Catalogue.read(file).orPresetsOf(usual);
    }

    /** Returns the name of the file as given on the command line. */
    String name() {
        return file == null ? DEFAULT : file.toString();
    }
}
