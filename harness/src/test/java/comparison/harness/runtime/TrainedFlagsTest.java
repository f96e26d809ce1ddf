package comparison.harness.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

/** What images with an AOT cache begin with: {@code images/app/with-trained-flags}. */
class TrainedFlagsTest {

    private static final Path SCRIPT =
            Path.of("../images/app/with-trained-flags").toAbsolutePath().normalize();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path app;

    @BeforeEach
    void a_cache_that_was_trained() throws IOException {
        Files.writeString(app.resolve("app.aot.flags"), "-XX:+UseSerialGC -XX:MaxRAMPercentage=60\n");
        Files.writeString(app.resolve("app.aot.options"), "\n");
    }

    @Test
    void what_the_cached_application_needs_besides_is_added_to_the_flags() throws Exception {
        Files.writeString(app.resolve("app.aot.options"), "-Dspring.aot.enabled=true\n");

        Ended ended = started("-XX:+UseSerialGC -XX:MaxRAMPercentage=60", "sh", "-c", "echo $JDK_JAVA_OPTIONS");

        assertThat(ended.output().strip())
                .isEqualTo("-XX:+UseSerialGC -XX:MaxRAMPercentage=60 -Dspring.aot.enabled=true");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseSerialGC -XX:MaxRAMPercentage=60", " -XX:+UseSerialGC   -XX:MaxRAMPercentage=60 "})
    void the_command_is_started_with_the_flags_of_the_training(String flags) throws Exception {
        Ended ended = started(flags, "echo", "started", "two words");

        assertThat(ended).isEqualTo(new Ended(0, "started two words\n", ended.pid()));
    }

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(
            strings = {
                "-XX:+UseG1GC",
                "-XX:+UseSerialGC",
                "-XX:+UseG1GC -XX:MaxRAMPercentage=60",
                "-XX:+UseSerialGC -XX:MaxRAMPercentage=60 -Xlog:gc*",
                "-XX:+UseSerialGC -XX:MaxRAMPercentage=6*"
            })
    void other_flags_are_refused_in_one_line_with_the_cure(@Nullable String flags) throws Exception {
        Ended ended = started(flags, "echo", "started");

        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.output())
                .contains("trained with the flags \"-XX:+UseSerialGC -XX:MaxRAMPercentage=60\"")
                .contains("\"" + (flags == null ? "" : flags) + "\"")
                .contains("docker compose up --build")
                .doesNotContain("started")
                .hasLineCount(1);
    }

    @Test
    void a_cache_without_flags_beside_it_is_refused() throws Exception {
        Files.delete(app.resolve("app.aot.flags"));

        assertThat(started("", "echo", "started").exitCode()).isEqualTo(2);
    }

    @Test
    void the_command_takes_the_place_of_the_script_so_that_signals_reach_it() throws Exception {
        Ended ended = started("-XX:+UseSerialGC -XX:MaxRAMPercentage=60", "sh", "-c", "echo $$");

        assertThat(ended.output().strip()).isEqualTo(Long.toString(ended.pid()));
    }

    private record Ended(int exitCode, String output, long pid) {}

    private Ended started(@Nullable String flags, String... command) throws Exception {
        List<String> words =
                Stream.concat(Stream.of(SCRIPT.toString()), Stream.of(command)).toList();
        ProcessBuilder builder =
                new ProcessBuilder(words).directory(app.toFile()).redirectErrorStream(true);
        builder.environment().remove("JDK_JAVA_OPTIONS");
        if (flags != null) {
            builder.environment().put("JDK_JAVA_OPTIONS", flags);
        }
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        return new Ended(process.waitFor(), output, process.pid());
    }
}
