package comparison.harness.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.plan.Catalogue;
import comparison.harness.plan.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** A stack of this project is its folder, a module in pom.xml, a service in compose.yaml and an entry in variants.yaml. */
class NewStackTest {

    private static final Path PROJECT = Path.of("..");
    private static final List<String> APPS = Catalogue.read(PROJECT.resolve("variants.yaml")).all().stream()
            .map(Variant::app)
            .distinct()
            .toList();

    @Test
    void nothing_else_names_an_application() throws IOException {
        assertThat(PROJECT.resolve("images/app/Dockerfile")).content().doesNotContain(APPS);
        assertThat(PROJECT.resolve(".dockerignore")).content().doesNotContain(APPS);
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            assertThat(sources.filter(Files::isRegularFile).filter(NewStackTest::namesAnApplication))
                    .isEmpty();
        }
    }

    private static boolean namesAnApplication(Path file) {
        try {
            String text = Files.readString(file);
            return APPS.stream().anyMatch(text::contains);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void an_entry_makes_its_variants(@TempDir Path project) throws IOException {
        String entry = """
                stacks:
                  - id: thrown-away-{threads}
                    name: Thrown away
                    app: thrown-away-app
                    jar: thrown-away-app/target/thrown-away-app.jar
                    service: thrown-away
                    axes:
                      threads: [platform, virtual]
                      packaging: [jvm, native]
                    environment: { THREADS: "{threads}" }
                """;
        Path file = project.resolve("variants.yaml");
        Files.writeString(
                file, Files.readString(PROJECT.resolve("variants.yaml")).replace("stacks:\n", entry));

        assertThat(Catalogue.read(file).all())
                .extracting(Variant::id)
                .contains(
                        "thrown-away-platform",
                        "thrown-away-platform-native",
                        "thrown-away-virtual",
                        "thrown-away-virtual-native",
                        "servlet-platform");
    }

    @Test
    void its_sources_reach_the_builder(@TempDir Path project) throws IOException {
        Files.copy(PROJECT.resolve(".dockerignore"), project.resolve(".dockerignore"));
        String before = digest(project);
        Path source = Files.createDirectories(project.resolve("thrown-away-app/src/main"))
                .resolve("App.java");

        Files.writeString(source, "class App {}");

        assertThat(digest(project)).isNotEqualTo(before);
    }

    private static String digest(Path project) {
        return new ImageInputs(project).digest(JsonMapper.shared().readTree("{\"dockerfile\": \"none\"}"), _ -> "");
    }
}
