package comparison.harness.cli;

import comparison.harness.plan.Catalogue;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which variants there are to choose from; an option of every command that names some. */
public final class CatalogueOption {

    private static final String DEFAULT = "variants.yaml";

    @Option(
            names = "--catalogue",
            paramLabel = "FILE",
            description =
                    "Variants of another file instead of variants.yaml, such as experiments/variants.yaml; paths in it start at the project's folder.")
    private @Nullable Path file;

    /** Reads it. A file without presets has those of variants.yaml, for --variants of its own. */
    public Catalogue of(Project project) {
        Catalogue usual = Catalogue.read(project.path().resolve(DEFAULT));
        return file == null ? usual : Catalogue.read(file).orPresetsOf(usual);
    }

    /** Returns the file as it was named. */
    String name() {
        return file == null ? DEFAULT : file.toString();
    }
}
