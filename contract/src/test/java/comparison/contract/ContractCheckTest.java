package comparison.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import comparison.contract.ContractCheck.Scope;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the check says when there is no application, or one that is wrong in everything. */
@Tag("slow")
class ContractCheckTest {

    @Test
    void saysOnceThatNobodyAnswers() throws IOException {
        try (Forwarder shut = new Forwarder(0)) {
            String nowhere = "http://localhost:" + shut.port();
            ContractCheck.Report report = checked(nowhere);
            assertThat(report.passed()).isZero();
            assertThat(report.failures())
                    .singleElement()
                    .asString()
                    .contains("GET " + nowhere + "/person?limit=1 got no answer", "Start the application");
        }
    }

    @Test
    void namesWhatAnEmptyServerBreaks() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            server.setExecutor(threads);
            server.start();
            ContractCheck.Report report =
                    checked("http://localhost:" + server.getAddress().getPort());
            assertThat(report.failures().toString())
                    .contains("createAnswersThePersonAndItsLocation", "textIsAnsweredPlain", "infoIsJson")
                    .doesNotContain("theApplicationAnswers", "aFileIsServedWhole", "readExecutesOneStatement");
            assertThat(report.skipped()).isPositive();
        } finally {
            server.stop(0);
        }
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

    private static ContractCheck.Report checked(String address) {
        URI both = URI.create(address);
        return ContractCheck.run(new Target(both, both, null, null), Scope.EVERYTHING);
    }
}
