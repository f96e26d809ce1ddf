package comparison.lab.noise;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.process.Child;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CanaryTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    @Test
    void a_canary_notes_what_its_work_costs_until_it_is_closed() throws Exception {
        Path file = folder.resolve("canary-1.csv");
        Process process;
        try (Child canary = Canary.start(file)) {
            process = canary.process();
            while (Canary.SERIES.read(file).size() < 3) {
                Thread.sleep(Duration.ofMillis(50));
            }
        }

        List<Canary.Song> songs = Canary.SERIES.read(file);
        assertThat(process.isAlive()).isFalse();
        assertThat(songs).allSatisfy(song -> assertThat(song.cpuNanos()).isPositive());
        assertThat(songs).extracting(Canary.Song::atMillis).isSorted();
    }
}
