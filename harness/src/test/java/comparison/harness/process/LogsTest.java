package comparison.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogsTest {

    private static final int MEBIBYTE = 1 << 20;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    @Test
    void the_last_line_with_an_error_explains_a_failure_else_the_last_one_with_a_word() throws IOException {
        assertThat(Logs.lastLine(log("an Error.\nthe end\n"))).isEqualTo("an Error");
        assertThat(Logs.lastLine(log("begin\nthe end\n---\nNOTE: Picked up JDK_JAVA_OPTIONS\n")))
                .isEqualTo("the end");
        assertThat(Logs.lastLine(log(""))).isEqualTo("its log is empty");
        assertThat(Logs.lastLine(folder.resolve("none"))).isEqualTo("its log cannot be read");
    }

    @Test
    void a_byte_that_is_not_text_hides_no_line() throws IOException {
        Path log = folder.resolve("log");
        Files.write(log, "caf\u00e9\nit failed\n".getBytes(StandardCharsets.ISO_8859_1));

        assertThat(Logs.lastLine(log)).isEqualTo("it failed");
        assertThat(Logs.beginning(log)).isEqualTo("caf\ufffd\nit failed\n");
    }

    @Test
    void of_a_long_log_only_the_first_and_the_last_mebibyte_are_read() throws IOException {
        Path log = log("an early error\n" + "x\n".repeat(MEBIBYTE) + "the end\n");

        assertThat(Logs.lastLine(log)).isEqualTo("the end");
        assertThat(Logs.beginning(log)).startsWith("an early error\n").hasSize(MEBIBYTE);
    }

    @Test
    void a_log_that_is_not_there_has_no_beginning() {
        assertThat(Logs.beginning(folder.resolve("none"))).isEmpty();
    }

    private Path log(String text) throws IOException {
        return Files.writeString(folder.resolve("log"), text);
    }
}
