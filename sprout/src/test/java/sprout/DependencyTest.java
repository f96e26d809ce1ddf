package sprout;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import org.junit.jupiter.api.Test;

/** Dependencies between packages point one way. */
class DependencyTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("sprout");

    @Test
    void packagesKnowOnlyWhatIsBelowThem() {
        LayeredArchitecture layers = layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("http")
                .definedBy("sprout.http..")
                .layer("config")
                .definedBy("sprout.config..")
                .layer("server")
                .definedBy("sprout.server..")
                .layer("beans")
                .definedBy("sprout.beans..")
                .layer("mvc")
                .definedBy("sprout.mvc..")
                .layer("data")
                .definedBy("sprout.data..")
                .layer("management")
                .definedBy("sprout.management..")
                .layer("root")
                .definedBy("sprout");
        layers.whereLayer("http")
                .mayNotAccessAnyLayer()
                .whereLayer("config")
                .mayNotAccessAnyLayer()
                .whereLayer("server")
                .mayOnlyAccessLayers("http", "config")
                .whereLayer("beans")
                .mayOnlyAccessLayers("config")
                .whereLayer("mvc")
                .mayOnlyAccessLayers("http", "beans", "config")
                .whereLayer("data")
                .mayOnlyAccessLayers("beans", "config")
                .whereLayer("management")
                .mayOnlyAccessLayers("http", "mvc", "config")
                .whereLayer("root")
                .mayNotBeAccessedByAnyLayer()
                .check(CLASSES);
    }
}
