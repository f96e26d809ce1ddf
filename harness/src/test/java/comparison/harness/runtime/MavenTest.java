package comparison.harness.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.harness.Fault;
import comparison.harness.load.Engine;
import comparison.harness.plan.Packaging;
import comparison.harness.plan.Served;
import comparison.harness.plan.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
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

    @Test
    void only_apps_that_need_Sprout_are_built_again_if_it_has_changed() throws IOException {
        file("sprout-app/pom.xml", "<artifactId>sprout</artifactId>", BEFORE);
        file("sprout-app/target/sprout-app.jar", "", BEFORE);
        file("vertx-app/pom.xml", "<artifactId>vertx-core</artifactId>", BEFORE);
        file("vertx-app/target/vertx-app.jar", "", BEFORE);
        file("sprout/src/main/java/Server.java", "", AFTER);

        assertThat(calls("sprout-app")).contains("-pl sprout-app -am package");
        assertThat(calls("vertx-app")).doesNotContain("vertx-app");
    }

    @Test
    void an_app_is_built_again_once_after_a_source_was_deleted() throws IOException {
        file("vertx-app/pom.xml", "", BEFORE);
        file("vertx-app/target/vertx-app.jar", "", BEFORE);
        Path source = file("vertx-app/src/main/java/App.java", "", BEFORE);

        assertThat(calls("vertx-app")).isEmpty();

        Files.delete(source);

        assertThat(calls("vertx-app")).contains("-pl vertx-app -am package");
        assertThat(calls("vertx-app")).hasLineCount(1);
    }

    @Test
    void an_app_is_built_if_a_native_build_left_out_the_layout_that_a_JVM_starts() throws IOException {
        file("quarkus-app/pom.xml", "", BEFORE);
        file("quarkus-app/target/quarkus-app.jar", "", BEFORE);
        Variant variant = variant("quarkus-app", "quarkus-app/target/quarkus-app-jvm/quarkus-run.jar");

        assertThat(calls(variant)).contains("-pl quarkus-app -am package");

        file("quarkus-app/target/quarkus-app-jvm/quarkus-run.jar", "", BEFORE);

        assertThat(calls(variant)).hasLineCount(1);
    }

    @Test
    void a_nested_jar_keeps_the_time_by_which_maven_builds_it_with_other_libraries() throws IOException {
        file("servlet-app/pom.xml", "", AFTER);
        Path nested = file("servlet-app/target/servlet-app.jar", "", BEFORE);
        Path original = file("servlet-app/target/servlet-app.jar.original", "", BEFORE);

        assertThat(calls("servlet-app")).contains("-pl servlet-app -am package");
        assertThat(Files.getLastModifiedTime(nested)).isEqualTo(BEFORE);
        assertThat(Files.getLastModifiedTime(original)).isGreaterThan(BEFORE);
    }

    @Test
    void a_load_engine_is_built_again_if_its_client_or_the_form_of_orders_has_changed() throws IOException {
        file("hyperfoil/target/hyperfoil.jar", "", BEFORE);
        Path orders = file("jmeter/src/Orders.java", "", BEFORE);

        assertThat(calls(Engine.HYPERFOIL)).isEmpty();

        Files.setLastModifiedTime(orders, AFTER);

        assertThat(calls(Engine.HYPERFOIL)).contains("-pl hyperfoil -am package");
    }

    @Test
    void JMeter_is_installed_again_only_if_its_version_has_changed() throws IOException {
        jmeterInPom("5.6.2");
        file("jmeter/target/config.json", "{\"jmeterDirectoryPath\":\"%s/home\"}".formatted(project), BEFORE);
        file("home/bin/ApacheJMeter-5.6.2.jar", "", BEFORE);
        file("jmeter/target/classes/comparison/client/Client.class", "", BEFORE);
        Path source = file("jmeter/src/Client.java", "", BEFORE);

        assertThat(calls(Engine.JMETER)).isEmpty();

        Files.setLastModifiedTime(source, AFTER);

        assertThat(calls(Engine.JMETER)).contains("-pl jmeter compile").doesNotContain("-Pload");

        jmeterInPom("5.6.3");

        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> calls(Engine.JMETER))
                .withMessageStartingWith("Maven did not build the client of jmeter.");
        assertThat(project.resolve("calls")).content().contains("-Pload -pl jmeter compile");
    }

    private void jmeterInPom(String version) throws IOException {
        file("pom.xml", "<jmeter.version>%s</jmeter.version>".formatted(version), BEFORE);
    }

    private String calls(String app) throws IOException {
        return calls(maven -> maven.buildApp(app, project.resolve("log")));
    }

    private String calls(Variant variant) throws IOException {
        return calls(maven -> maven.build(List.of(variant), project.resolve("log")));
    }

    private static Variant variant(String app, String jar) {
        return new Variant(
                "variant",
                "Variant",
                Packaging.JVM,
                app,
                jar,
                "service",
                Map.of(),
                List.of(),
                Served.PERSON_API,
                null,
                false);
    }

    private String calls(Engine engine) throws IOException {
        return calls(maven -> maven.build(engine, project.resolve("log")));
    }

    private String calls(Consumer<Maven> build) throws IOException {
        Path calls = project.resolve("calls");
        Path maven = file("maven", "#!/bin/sh\necho \"$@\" >> '%s'\n".formatted(calls), BEFORE);
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        build.accept(new Maven(project, maven.toString()));
        return Files.exists(calls) ? Files.readString(calls) : "";
    }

    /** Gives the file and its folders this time. */
    private Path file(String name, String text, FileTime changed) throws IOException {
        Path file = project.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        for (Path dated = file; !dated.equals(project); dated = dated.resolveSibling("")) {
            Files.setLastModifiedTime(dated, changed);
        }
        return file;
    }
}
