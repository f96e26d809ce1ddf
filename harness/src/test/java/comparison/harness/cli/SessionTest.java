package comparison.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.Fault;
import comparison.harness.record.RunFolder;
import comparison.harness.report.SampleRun;
import comparison.harness.runtime.Testbed;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    @Test
    @Tag("slow")
    void a_complete_run_gets_its_table_and_is_the_latest_although_its_database_does_not_stop() throws IOException {
        RunFolder run = SampleRun.write(
                folder.resolve("results/20260101-000000-article"),
                List.of(
                        SampleRun.Behaviour.of("servlet-platform", 4, 400, 4, 200),
                        SampleRun.Behaviour.of("sprout-nio-virtual", 2, 120, 0.5, 90)),
                1,
                2,
                20,
                1);
        Files.delete(run.environment()); // that of another machine

        int exitCode = session(run).run(new ChosenTestbed(unstoppable(), "asked for"), run);

        assertThat(exitCode).isEqualTo(1);
        assertThat(err.toString())
                .contains("bench: The database does not stop.")
                .doesNotContain("--resume");
        assertThat(out.toString()).contains("Servlet", "report: " + run.path());
        assertThat(folder.resolve("results/latest").toRealPath())
                .isEqualTo(run.path().toRealPath());
    }

    private Session session(RunFolder run) {
        return new Session(
                new Project(folder, "mvn"),
                run.planned(),
                Precision.of(null, null),
                new PrintWriter(out, true),
                new ConsoleProgress(new PrintWriter(err, true)));
    }

    /** A testbed without anything in it. */
    private static Testbed unstoppable() {
        Class<Testbed> type = Testbed.class;
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (_, method, _) -> switch (method.getName()) {
                    case "id" -> "process";
                    case "facts" -> new Testbed.Facts(List.of(), "", "", "", List.of(), List.of(), "", "", Map.of());
                    case "prepare" -> null;
                    case "servers" -> 1;
                    case "close" -> throw Fault.broken("The database does not stop.");
                    default -> throw new UnsupportedOperationException(method.getName());
                }));
    }
}
