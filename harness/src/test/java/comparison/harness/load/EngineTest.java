package comparison.harness.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EngineTest {

    private static final Path PROJECT = Path.of("..");

    @ParameterizedTest
    @EnumSource
    void an_engine_is_a_module_with_a_version_and_a_client(Engine engine) {
        String source = engine.client(PROJECT).main().stream()
                .filter(word -> word.startsWith("comparison."))
                .findFirst()
                .orElseThrow()
                .replace('.', '/');

        assertThat(PROJECT.resolve(engine.id()).resolve("src/main/java").resolve(source + ".java"))
                .exists();
        assertThat(engine.version(PROJECT)).matches("\\d+\\.\\d+\\.\\d+");
        assertThat(engine.client(PROJECT).build()).containsSequence("-pl", engine.id());
    }

    @Test
    void an_engine_is_described_by_its_version_and_flags(@TempDir Path project) throws IOException {
        Files.writeString(
                project.resolve("pom.xml"),
                "<jmeter.version>5.6.3</jmeter.version>\n<hyperfoil.version>0.25.2</hyperfoil.version>\n");

        assertThat(Engine.JMETER.described(project))
                .isEqualTo("JMeter 5.6.3, -Xms512m -Xmx512m -XX:+UseSerialGC -Djava.awt.headless=true");
        assertThat(Engine.HYPERFOIL.described(project))
                .startsWith("Hyperfoil 0.25.2, -Xms512m -Xmx512m -XX:+UseSerialGC -Djava.awt.headless=true --");
    }

    @Test
    void JMeter_runs_from_the_folder_that_its_plugin_recorded(@TempDir Path project) throws IOException {
        Files.writeString(project.resolve("pom.xml"), "<jmeter.version>5.6.3</jmeter.version>");
        Files.createDirectories(project.resolve("jmeter/target"));
        Files.writeString(project.resolve("jmeter/target/config.json"), "{\"jmeterDirectoryPath\":\"/opt/jmeter\"}");

        assertThat(Engine.JMETER.client(project).main())
                .containsExactly(
                        "-Djmeter.home=/opt/jmeter",
                        "-cp",
                        project.resolve("jmeter/target/classes")
                                + ":/opt/jmeter/bin/ApacheJMeter-5.6.3.jar:/opt/jmeter/lib/*:/opt/jmeter/lib/ext/*",
                        "comparison.client.Client",
                        "/opt/jmeter",
                        project.resolve("jmeter/user.properties").toString());
    }
}
