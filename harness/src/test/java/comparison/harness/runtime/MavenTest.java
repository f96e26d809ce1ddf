package comparison.harness.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is built again, with a Maven that only writes down what it was asked for. */
class MavenTest {

    private static final FileTime BEFORE = FileTime.fromMillis(1_780_000_000_000L);
    private static final FileTime AFTER = FileTime.fromMillis(1_790_000_000_000L);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path project;

    @Test
    void an_app_is_built_again_if_the_sources_that_it_shares_with_another_app_have_changed() throws IOException {
        file(
                "servlet-jetty-app/pom.xml",
                "<directory>${project.basedir}/../servlet-app/src/main/java</directory>",
                BEFORE);
        file("servlet-jetty-app/target/servlet-jetty-app.jar", "", BEFORE);
        Path shared = file("servlet-app/src/main/java/App.java", "", BEFORE);

        assertThat(calls("servlet-jetty-app")).isEmpty();

        Files.setLastModifiedTime(shared, AFTER);

        assertThat(calls("servlet-jetty-app")).contains("-pl servlet-jetty-app -am package");
    }

    private String calls(String app) throws IOException {
        Path calls = project.resolve("calls");
        Path maven = file("maven", "#!/bin/sh\necho \"$@\" >> '%s'\n".formatted(calls), BEFORE);
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        new Maven(project, maven.toString()).buildApps(List.of(app), project.resolve("log"));
        return Files.exists(calls) ? Files.readString(calls) : "";
    }

    private Path file(String name, String text, FileTime changed) throws IOException {
        Path file = project.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return Files.setLastModifiedTime(file, changed);
    }
}
