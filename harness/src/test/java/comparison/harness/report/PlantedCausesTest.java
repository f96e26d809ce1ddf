package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.record.RunFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs of {@code harness/src/test/faults/plant causes} as they were recorded, without samples: something disturbs the
 * second half of a warm load.
 */
class PlantedCausesTest {

    /** All warnings that name a cause of uneven costs. */
    private static final Set<String> CAUSES =
            Set.of("machine-speed", "database-state", "other-programs", "client-bound", "steal");

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    @ParameterizedTest
    @CsvSource({"vacuum, database-state", "hog, other-programs", "throttle, client-bound"})
    void what_disturbs_a_load_is_named_as_the_cause_and_nothing_else_is(String planted, String code)
            throws IOException {
        unpack("/planted/" + planted + ".zip");

        assertThat(Report.write(new RunFolder(folder)).warnings())
                .extracting(Warning::code)
                .filteredOn(CAUSES::contains)
                .isNotEmpty()
                .containsOnly(code);
    }

    private void unpack(String resource) throws IOException {
        try (InputStream file = Objects.requireNonNull(getClass().getResourceAsStream(resource), resource);
                ZipInputStream zip = new ZipInputStream(file)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path target = folder.resolve(entry.getName());
                Files.createDirectories(target.getParent());
                Files.copy(zip, target);
            }
        }
    }
}
