package comparison.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ExtrasTest {

    private static final String IMAGE = "localhost/nobody-made-this:ever";

    @RegisterExtension
    final ProjectProperty property = new ProjectProperty();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void open_files_are_enough_for_the_ladder_or_have_a_cure() {
        assertThat(Extras.openFiles(11_999))
                .startsWith("no    open files: at most 11999")
                .contains("ladder-5000 needs 12000", "'ulimit -n 12000'");
        assertThat(Extras.openFiles(12_000)).isEqualTo("ok    open files: at most 12000 for each process");
        assertThat(Extras.openFiles(-1)).startsWith("ok");
    }

    @Test
    void perf_events_that_are_forbidden_have_a_cure_and_the_timers_are_named() {
        assertThat(Extras.perfEvents(Optional.of(1), false)).startsWith("ok    perf events");
        assertThat(Extras.perfEvents(Optional.of(4), true)).startsWith("ok    perf events: for root");
        assertThat(Extras.perfEvents(Optional.of(2), false))
                .startsWith("no    perf events: kernel.perf_event_paranoid is 2")
                .contains("ctimer", "sysctl kernel.perf_event_paranoid=1");
        assertThat(Extras.perfEvents(Optional.empty(), false)).startsWith("no    perf events: this kernel has none");
    }

    /** Whatever this machine has: an image that nobody has is not ok, and nothing of all this is a failure. */
    @Test
    void the_doctor_says_all_of_it_and_calls_none_of_it_a_lack() throws IOException {
        property.set(folder);
        Files.writeString(folder.resolve(".env"), "GRAALVM_IMAGE=" + IMAGE + "\n");
        StringWriter out = new StringWriter();
        CommandLine line = Bench.commandLine();
        line.setOut(new PrintWriter(out, true));

        assertThat(line.execute("doctor")).isIn(0, 3);

        List<String> said = out.toString().lines().toList();
        assertThat(said)
                .anySatisfy(text -> assertThat(text).startsWith("no    packaging native: builder image " + IMAGE));
        for (String extra : List.of("open files:", "perf events:")) {
            assertThat(said).anySatisfy(text -> assertThat(text).matches("(ok|no)    " + extra + ".*"));
        }
    }
}
