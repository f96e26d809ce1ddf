package comparison.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import comparison.contract.ContractCheck.Scope;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the check says when there is no application, or one that is wrong in everything. */
@Tag("slow")
class ContractCheckTest {

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    @Test
    void saysOnceThatNobodyAnswers() throws IOException {
        try (Forwarder shut = new Forwarder(0)) {
            String nowhere = "http://localhost:" + shut.port();
            assertThat(checked(nowhere)).isEqualTo(1);
            assertThat(written())
                    .contains("GET " + nowhere + "/person?limit=1 got no answer", "Start the application")
                    .endsWith(
                            "contract: 0 passed, 1 failed, 0 skipped (they need the folder of files or the database)\n")
                    .hasLineCount(2);
        }
    }

    @Test
    void namesWhatAnEmptyServerBreaks() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            server.setExecutor(threads);
            server.start();
            String empty = "http://localhost:" + server.getAddress().getPort();
            assertThat(checked(empty, empty)).isEqualTo(1);
            assertThat(written())
                    .contains("createAnswersThePersonAndItsLocation", "textIsAnsweredPlain", "infoIsJson")
                    .doesNotContain("theApplicationAnswers", "aFileIsServedWhole", "readExecutesOneStatement");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void refusesWhatIsNoAddress() {
        assertThat(checked("localhost:8080")).isEqualTo(2);
        assertThat(checked("http://not an address")).isEqualTo(2);
        assertThat(written())
                .contains(
                        "'localhost:8080' is not an address like http://localhost:8080",
                        "'http://not an address' is not an address",
                        "URL [MANAGEMENT_URL]");
    }

    @Test
    void saysOnceThatAnApplicationDoesNotStart() {
        ContractCheck.Report report = ContractCheck.start(List.of("target/no-such-application"), Scope.PERSON_API);
        assertThat(report.passed()).isZero();
        assertThat(report.failures())
                .singleElement()
                .asString()
                .startsWith("theApplicationStarts: ")
                .contains("target/no-such-application", "No such file");
    }

    private int checked(String... arguments) {
        PrintStream out = new PrintStream(written, true, StandardCharsets.UTF_8);
        return ContractCheck.command(out, out, arguments);
    }

    private String written() {
        return written.toString(StandardCharsets.UTF_8);
    }
}
