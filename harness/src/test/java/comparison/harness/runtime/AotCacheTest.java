package comparison.harness.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.harness.Fault;
import comparison.harness.plan.Limits;
import comparison.harness.plan.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AotCacheTest {

    private static final List<String> JAVA = List.of("java", "-XX:+UseSerialGC");

    private Limits limits = Limits.ARTICLE;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    @BeforeEach
    void aCacheOfTwoJarsIsThere() throws IOException {
        Files.writeString(folder.resolve("app.jar"), "app");
        Files.createDirectory(folder.resolve("lib"));
        Files.writeString(folder.resolve("lib/library.jar"), "library");
        Files.writeString(folder.resolve("mine.aot"), "cache");
        cache("virtual", JAVA).remember();
    }

    @Test
    void a_cache_that_fits_is_used_and_the_jvm_may_not_go_on_without_it() {
        assertThat(cache("virtual", JAVA).start())
                .startsWith("java", "-XX:+UseSerialGC")
                .contains("-XX:AOTCache=" + folder.resolve("mine.aot"), "-XX:AOTMode=on")
                .endsWith("-jar", folder.resolve("app.jar").toString());
    }

    @Test
    void a_cache_is_trained_within_the_limits_of_the_measurement() {
        assertThat(cache("virtual", JAVA).training())
                .containsExactly(
                        "java",
                        "-XX:+UseSerialGC",
                        "-XX:MaxRAM=1073741824",
                        "-XX:ActiveProcessorCount=2",
                        "-jar",
                        folder.resolve("app.jar").toString());

        limits = Limits.NONE;
        assertThat(cache("virtual", JAVA).training())
                .containsExactly(
                        "java",
                        "-XX:+UseSerialGC",
                        "-jar",
                        folder.resolve("app.jar").toString());
        assertRefused("virtual", JAVA);
    }

    @Test
    void a_changed_application_is_noticed() throws IOException {
        Files.writeString(folder.resolve("app.jar"), "APP");

        assertRefused("virtual", JAVA);
    }

    @Test
    void a_changed_or_added_library_is_noticed() throws IOException {
        Files.writeString(folder.resolve("lib/library.jar"), "LIBRARY");
        assertRefused("virtual", JAVA);

        Files.writeString(folder.resolve("lib/library.jar"), "library");
        assertThat(cache("virtual", JAVA).start()).isNotEmpty();

        Files.writeString(folder.resolve("lib/another.jar"), "another");
        assertRefused("virtual", JAVA);
    }

    @Test
    void other_flags_and_another_jvm_are_noticed() {
        assertRefused("virtual", List.of("java", "-XX:+UseZGC"));
        assertRefused("virtual", List.of("/other/bin/java", "-XX:+UseSerialGC"));
    }

    @Test
    void another_thread_kind_is_noticed() {
        assertRefused("platform", JAVA);
    }

    @Test
    void a_missing_cache_is_noticed() throws IOException {
        Files.delete(folder.resolve("mine.aot"));

        assertRefused("virtual", JAVA);
    }

    private void assertRefused(String threads, List<String> java) {
        AotCache cache = cache(threads, java);
        assertThatExceptionOfType(Fault.class)
                .isThrownBy(cache::start)
                .withMessageContaining("mine.aot does not fit")
                .withMessageContaining("Run again: it is rebuilt.");
    }

    private AotCache cache(String threads, List<String> java) {
        Variant variant =
                new Variant("mine", "Mine", "jvm-aot-start", "mine", "app.jar", "mine", Map.of("THREADS", threads));
        return new AotCache(variant, folder.resolve("app.jar"), java, Flags.of(limits));
    }
}
