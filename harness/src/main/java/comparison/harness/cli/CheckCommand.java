package comparison.harness.cli;

import comparison.contract.ContractCheck;
import comparison.contract.Target;
import comparison.harness.Fault;
import comparison.harness.plan.Served;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "check",
        description = "Checks an application against the Person API: one that runs, or one that is started for it.",
        mixinStandardHelpOptions = true)
final class CheckCommand extends BenchCommand {

    private static final int MANAGEMENT_PORT = 9080;
    private static final int HTTP_PORT = 80;
    private static final int MAX_PORT = 65_535;
    /** Result of {@link URI#getPort} for an address without a port. */
    private static final int NO_PORT = -1;

    private static final int CONNECT_LIMIT_MILLIS = 5_000;

    @Parameters(
            arity = "1..*",
            paramLabel = "URL|COMMAND",
            description =
                    "Where it serves, for example http://localhost:8080; people are created and deleted there. With --start what"
                            + " starts it, after '--' if it has options.")
    @SuppressWarnings("NullAway.Init") // required, so set by picocli before call()
    private List<String> subject;

    @Option(
            names = "--start",
            description =
                    "Start COMMAND, an executable without a JVM too, on a separate database and free ports, and check besides"
                            + " what only a start shows: readiness, files, SQL, TLS, a stop while it works.")
    private boolean start;

    @Option(
            names = "--management",
            paramLabel = "URL",
            description = "Where its actuator endpoints are; port 9080 of the same host by default.")
    private @Nullable String management;

    @Option(
            names = "--serves",
            paramLabel = "WHAT",
            defaultValue = "everything",
            description =
                    "everything, person-api (without the routes of /benchmark), waiting (of these only /benchmark/latency) or spring-data (by its own SQL), as 'serves' of variants.yaml says.")
    private String serves = "everything";

    @Override
    public Integer call() {
        ContractCheck.Scope scope = scope();
        ContractCheck.Report report = start ? started(scope) : running(scope);
        PrintWriter out = out();
        report.failures().forEach(out::println);
        out.printf(
                "contract: %d passed, %d failed, %d skipped%n",
                report.passed(), report.failures().size(), report.skipped());
        return report.failures().isEmpty() ? 0 : 1;
    }

    private ContractCheck.Report started(ContractCheck.Scope scope) {
        if (management != null) {
            throw Fault.badInput("--management is of an application that runs: leave it out, or leave out --start.");
        }
        return ContractCheck.start(subject, scope);
    }

    private ContractCheck.Report running(ContractCheck.Scope scope) {
        if (subject.size() > 1) {
            throw Fault.badInput(
                    "'%s' is one too many: give one URL, or a command with --start.".formatted(subject.get(1)));
        }
        URI app = address(subject.getFirst());
        URI actuator = address(management == null ? "http://" + app.getHost() + ":" + MANAGEMENT_PORT : management);
        requireListener(app);
        return ContractCheck.run(new Target(app, actuator, null, null), scope);
    }

    private ContractCheck.Scope scope() {
        return Served.named(serves)
                .contract()
                .orElseThrow(() -> Fault.badInput(
                        "--serves %s has no contract to check. Valid: everything, waiting, person-api, spring-data."
                                .formatted(serves)));
    }

    /** Reports a missing server in one line, instead of one failure for each point of the contract. */
    private static void requireListener(URI app) {
        int port = app.getPort() < 0 ? HTTP_PORT : app.getPort();
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(app.getHost(), port), CONNECT_LIMIT_MILLIS);
        } catch (IOException e) {
            throw Fault.broken(
                    "Nothing answers at %s (%s). Start the application, or correct the address."
                            .formatted(app, e.getMessage()),
                    e);
        }
    }

    private static URI address(String text) {
        try {
            URI uri = URI.create(text);
            if ("http".equals(uri.getScheme()) && uri.getHost() != null && isPort(uri.getPort())) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            throw wrong(text);
        }
        throw wrong(text);
    }

    private static boolean isPort(int port) {
        return port == NO_PORT || (port > 0 && port <= MAX_PORT);
    }

    private static Fault wrong(String text) {
        return Fault.badInput(
                "'%s' is not an address. Valid: http://HOST:PORT with a port of 1 to 65535, for example http://localhost:8080."
                        .formatted(text));
    }
}
