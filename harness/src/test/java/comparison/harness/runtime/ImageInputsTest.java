package comparison.harness.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class ImageInputsTest {

    private static final String BUILD =
            "{\"context\": \".\", \"dockerfile\": \"images/Dockerfile\", \"args\": {\"JDK_IMAGE\": \"jdk\", \"THREADS\": \"virtual\"}}";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path context;

    @BeforeEach
    void a_project() throws IOException {
        write(
                ".dockerignore",
                "# what reaches the builder\n*\n!pom.xml\n!*/pom.xml\n!app\n!images/root\n**/target\n**/src/test\n");
        write("pom.xml", "parent");
        write("app/src/main/App.java", "class App {}");
        write("images/Dockerfile", "FROM jdk");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pom.xml",
                "other/pom.xml",
                "app/src/main/App.java",
                "app/new",
                "images/root/passwd",
                "images/Dockerfile",
                ".dockerignore"
            })
    void a_change_of_what_reaches_the_builder_is_seen(String file) throws IOException {
        String before = digest(BUILD, "sha256:1");

        write(file, ".dockerignore".equals(file) ? "*\n!app\n" : "changed");

        assertThat(digest(BUILD, "sha256:1")).isNotEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "docs/page.md",
                "other/src/Main.java",
                "app/target/App.class",
                "app/src/test/AppTest.java",
                "images/other"
            })
    void a_change_of_anything_else_is_not(String file) throws IOException {
        String before = digest(BUILD, "sha256:1");

        write(file, "changed");

        assertThat(digest(BUILD, "sha256:1")).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({"jvm, true", "aot-start, false", "native, true"})
    void an_argument_of_another_packaging_makes_no_other_image(String packaging, boolean same) throws IOException {
        String build =
                "{\"target\": \"%s\", \"dockerfile\": \"images/Dockerfile\", \"args\": {\"AOT_THREADS\": \"%s\"}}";

        assertThat(digest(build.formatted(packaging, "virtual"), "")
                        .equals(digest(build.formatted(packaging, "platform"), "")))
                .isEqualTo(same);
    }

    @Test
    void another_argument_and_another_base_are_seen() {
        String before = digest(BUILD, "sha256:1");

        assertThat(digest(BUILD, "sha256:2")).isNotEqualTo(before);
        assertThat(digest(BUILD.replace("virtual", "platform"), "sha256:1")).isNotEqualTo(before);
    }

    @Test
    void without_a_list_of_exceptions_everything_reaches_the_builder() throws IOException {
        Files.delete(context.resolve(".dockerignore"));
        String before = digest(BUILD, "sha256:1");

        write("docs/page.md", "changed");

        assertThat(digest(BUILD, "sha256:1")).isNotEqualTo(before);
    }

    private String digest(String build, String base) {
        return new ImageInputs(context).digest(JsonMapper.shared().readTree(build), name -> base);
    }

    private void write(String file, String text) throws IOException {
        Path path = context.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
