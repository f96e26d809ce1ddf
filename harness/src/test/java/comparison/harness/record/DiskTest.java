package comparison.harness.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.harness.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    @Test
    void a_file_is_written_over_what_was_there() throws IOException {
        Path file = folder.resolve("new/folder/page.html");

        Disk.write(file, "first");
        Disk.write(file, "second");

        assertThat(file).hasContent("second");
        assertThat(folder.resolve("new/folder")).isDirectoryContaining(path -> path.equals(file));
    }

    @Test
    void what_cannot_be_written_is_named_with_a_cure_and_leaves_nothing_half() throws IOException {
        Path inTheWay = folder.resolve("page.html");
        Files.createDirectories(inTheWay.resolve("full"));

        assertThatExceptionOfType(Fault.class)
                .isThrownBy(() -> Disk.write(inTheWay, "text"))
                .withMessageContaining("Cannot write " + inTheWay)
                .withMessageContaining("./bench clean")
                .satisfies(fault -> assertThatExceptionOfType(Fault.class)
                        .as("ends the run, because it is not the variant's")
                        .isThrownBy(fault::rethrowIfOfTheRun));
        assertThat(folder.resolve("page.html.part")).doesNotExist();
    }
}
