package comparison.harness.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Says for one test where the project is; another test finds the property as it was. */
final class ProjectProperty implements AfterEachCallback {

    private static final String PROJECT = "bench.project";

    private final @Nullable String before = System.getProperty(PROJECT);

    void set(Path project) {
        System.setProperty(PROJECT, project.toString());
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (before == null) {
            System.clearProperty(PROJECT);
        } else {
            System.setProperty(PROJECT, before);
        }
    }
}
