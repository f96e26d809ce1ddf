package comparison.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class BadInputTest {

    private static final String PROJECT = "bench.project";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void this_clone_is_the_project() {
        System.setProperty(PROJECT, Path.of("..").toAbsolutePath().normalize().toString());
    }

    @AfterEach
    void no_project_is_named() {
        System.clearProperty(PROJECT);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        frobnicate                         | Did you mean profile, compare or observe?
        profile nobody --catalogue no-such.yaml | The catalogue no-such.yaml cannot be read
        engine --servers nobody            | Unknown server 'nobody'. Did you mean
        engine --connections 0             | --connections is 0. Valid: 1 to 10000.
        engine --pipelining 65             | --pipelining is 65. Valid: 1 to 64.
        engine --route cpu                 | Unknown route 'cpu'. Valid: hello, json.
        profile nobody                     | Unknown variant 'nobody'. Did you mean
        profile sprout-nio-virtual --events warp | Unknown event 'warp'. Valid: cpu, alloc, wall, lock.
        profile sprout-nio-virtual --loops 0 | --loops is 0. Valid: 1 to
        profile sprout-nio-virtual-native  | sprout-nio-virtual-native is packed as native: only jars on a JVM
        profile sprout-nio-virtual --against nothing | Unknown base 'nothing'. Valid: a variant of 'bench list', or a folder
        noise                              | Missing required subcommand
        noise judge nothing                | Unknown run 'nothing'.
        noise twins sound .                | Name two variants, such as sound,twin
        observe sprout-nio-virtual --rounds 0 | --rounds is 0. Valid: 1 to
        """)
    void is_answered_by_exit_code_2_and_one_line_that_lists_what_is_valid(String arguments, String message) {
        int exitCode = execute(arguments.strip().split(" "));

        assertThat(exitCode).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("bench: ")
                .contains(message.strip())
                .hasLineCount(1);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void a_base_of_another_size_is_refused_before_anything_is_profiled(@TempDir Path base) throws IOException {
        writeProfile(base);

        int exitCode = execute("profile", "sprout-nio-virtual", "--against", base.toString(), "--loops", "100");

        assertThat(exitCode).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("bench: The base had 40000 requests and this run 4000")
                .contains("Repeat with the same --threads and --loops.")
                .hasLineCount(1);
    }

    @Test
    void a_published_base_has_no_recording_to_compare_with(@TempDir Path base) throws IOException {
        writeProfile(base);

        int exitCode = execute("profile", "sprout-nio-virtual", "--against", base.toString());

        assertThat(exitCode).isEqualTo(2);
        assertThat(err.toString())
                .contains("has no profile.jfr, so nothing can be compared with it. Name a folder of")
                .hasLineCount(1);
    }

    private static void writeProfile(Path folder) throws IOException {
        Files.writeString(folder.resolve("profile.json"), """
            {"schemaVersion": 1, "variant": "sprout-nio-virtual", "events": [], "requests": 40000, "errors": 0,
             "seconds": 9.5, "serverCpuMicros": null, "shares": {}, "sections": [], "warnings": []}
            """);
    }

    private int execute(String... arguments) {
        CommandLine line = Lab.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(arguments);
    }
}
