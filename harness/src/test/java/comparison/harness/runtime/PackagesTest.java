package comparison.harness.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import comparison.contract.DatabaseAddress;
import comparison.harness.Fault;
import comparison.harness.plan.Limits;
import comparison.harness.plan.Variant;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackagesTest {

    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final Variant APP = new Variant("app", "App", "jvm", "app", "target/app.jar", "app", Map.of());

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path project;

    @Test
    void a_jar_of_the_same_age_with_other_content_is_laid_out_again() throws IOException {
        assertThat(laidOut("old")).isEqualTo("old");
        assertThat(laidOut("new")).isEqualTo("new");
    }

    @Test
    void each_of_two_jars_in_a_folder_is_laid_out_for_itself() throws IOException {
        Variant other = new Variant("other", "Other", "jvm", "app", "target/other.jar", "app", Map.of());
        Path foreign = Files.createDirectories(project.resolve("target/layout"));
        nested(project.resolve("target/app.jar"), "one");
        nested(project.resolve("target/other.jar"), "two");
        Packages packages = new Packages(project, JAVA, List.of(), Limits.ARTICLE);
        packages.prepare(List.of(APP, other), new DatabaseAddress("localhost", 1, "", "", ""), project.resolve("log"));

        assertThat(Path.of(packages.command(APP).getLast())).hasContent("one");
        assertThat(Path.of(packages.command(other).getLast())).hasContent("two");
        assertThat(foreign).exists();
    }

    @Test
    void the_image_of_a_native_variant_is_started_with_the_flags_that_are_recorded() throws IOException {
        String command = "CMD [\"%s\"]".formatted(String.join("\", \"", DockerTestbed.NATIVE_FLAGS));

        assertThat(Files.readString(Path.of("..", "images", "app", "Dockerfile"))
                        .lines())
                .contains(command);
    }

    @Test
    void an_executable_is_told_the_limits_where_there_are_some() throws IOException {
        Variant executable =
                new Variant("app-native", "App", "native", "app", "app/target/app.jar", "app-native", Map.of());
        Path file = Files.createFile(
                Files.createDirectories(project.resolve("app/target")).resolve("app"));
        assertThat(file.toFile().setExecutable(true)).isTrue();

        assertThat(new Packages(project, JAVA, List.of(), Limits.ARTICLE).command(executable))
                .containsExactly(file.toString(), "-Xmx644245094", "-XX:ActiveProcessorCount=2");
        assertThat(new Packages(project, JAVA, List.of(), Limits.NONE).command(executable))
                .containsExactly(file.toString(), "-XX:MaximumHeapSizePercent=60");
        assertThat(new Packages(project, JAVA, List.of(), Limits.ARTICLE).nativeFlags())
                .containsExactly("-Xmx644245094", "-XX:ActiveProcessorCount=2");
    }

    @Test
    void an_executable_that_is_older_than_its_sources_is_refused() throws IOException {
        Variant executable =
                new Variant("app-native", "App", "native", "app", "app/target/app.jar", "app-native", Map.of());
        Path file = Files.createFile(
                Files.createDirectories(project.resolve("app/target")).resolve("app"));
        assertThat(file.toFile().setExecutable(true)).isTrue();
        Path source = Files.createFile(
                Files.createDirectories(project.resolve("app/src")).resolve("App.java"));
        Files.setLastModifiedTime(source, FileTime.fromMillis(1_790_000_000_000L));
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_780_000_000_000L));

        assertThatThrownBy(() -> new Packages(project, JAVA, List.of(), Limits.ARTICLE).command(executable))
                .isInstanceOf(Fault.class)
                .hasMessageContaining("app-native at " + file + " is older than its sources. Build it: GRAALVM_HOME=");
    }

    @Test
    void a_file_that_was_built_again_is_not_started_until_it_is_back() throws IOException {
        Path jar = project.resolve("target/app.jar");
        Path library = project.resolve("target/lib/library.jar");
        Files.createDirectories(library.getParent());
        Files.writeString(jar, "old");
        Files.writeString(library, "old");
        Packages packages = prepared();

        Files.writeString(jar, "new");
        assertRefused(packages, jar);

        Files.writeString(jar, "old");
        assertThat(packages.command(APP)).endsWith("-jar", jar.toString());

        Files.delete(library);
        assertRefused(packages, library);
        assertThat(prepared().command(APP)).endsWith("-jar", jar.toString());
    }

    @Test
    void an_executable_stays_the_one_that_was_started_whatever_is_edited() throws IOException {
        Variant executable =
                new Variant("app-native", "App", "native", "app", "app/target/app.jar", "app-native", Map.of());
        Path file = Files.createFile(
                Files.createDirectories(project.resolve("app/target")).resolve("app"));
        assertThat(file.toFile().setExecutable(true)).isTrue();
        Packages packages = new Packages(project, JAVA, List.of(), Limits.NONE);
        List<String> command = packages.command(executable);

        Path source = Files.createFile(
                Files.createDirectories(project.resolve("app/src")).resolve("App.java"));
        Files.setLastModifiedTime(source, FileTime.fromMillis(System.currentTimeMillis() + 60_000));

        assertThat(packages.command(executable)).isEqualTo(command);
    }

    private static void assertRefused(Packages packages, Path changed) {
        assertThatThrownBy(() -> packages.command(APP))
                .isInstanceOf(Fault.class)
                .hasMessageStartingWith(changed + " was built again after this run had begun");
    }

    private Packages prepared() {
        Packages packages = new Packages(project, JAVA, List.of(), Limits.ARTICLE);
        packages.prepare(List.of(APP), new DatabaseAddress("localhost", 1, "", "", ""), project.resolve("log"));
        return packages;
    }

    private String laidOut(String version) throws IOException {
        Path jar = project.resolve("target/app.jar");
        Files.createDirectories(jar.getParent());
        nested(jar, version);
        Files.setLastModifiedTime(jar, FileTime.fromMillis(1_790_000_000_000L));
        prepared();
        return Files.readString(project.resolve("target/app.jar.layout/app.jar"));
    }

    /** A jar of jars by its look, which extracts itself as Spring Boot's does. */
    private static void nested(Path file, String version) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Extraction.class.getName());
        String type = Extraction.class.getName().replace('.', '/') + ".class";
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest);
                InputStream code = Extraction.class.getResourceAsStream("/" + type)) {
            jar.putNextEntry(new JarEntry("BOOT-INF/classes/"));
            jar.putNextEntry(new JarEntry("version"));
            jar.write(version.getBytes(java.nio.charset.StandardCharsets.UTF_8));
            jar.putNextEntry(new JarEntry(type));
            java.util.Objects.requireNonNull(code).transferTo(jar);
        }
    }

    /** Writes the version that its jar holds to where the application's jar is wanted. */
    public static final class Extraction {

        public static void main(String[] arguments) throws IOException {
            Path folder = Path.of(arguments[arguments.length - 1]);
            Files.createDirectories(folder);
            try (InputStream version = Extraction.class.getResourceAsStream("/version")) {
                Files.write(
                        folder.resolve("app.jar"),
                        java.util.Objects.requireNonNull(version).readAllBytes());
            }
        }
    }
}
