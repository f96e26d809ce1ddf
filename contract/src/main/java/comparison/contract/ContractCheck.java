package comparison.contract;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Checks the contract against a running application, or against one that a command starts. */
public final class ContractCheck {

    /** The running application, for the test instances that JUnit creates in the thread of {@link #run}. */
    private static final ScopedValue<Target> TARGET = ScopedValue.newInstance();

    /** The command of the application to start, for the same instances. */
    private static final ScopedValue<List<String>> COMMAND = ScopedValue.newInstance();

    private ContractCheck() {}

    /** The part of the contract that an application keeps. */
    public enum Scope {
        /** The Person API, its management port, and the routes of {@code /benchmark}. */
        EVERYTHING(RunningApp.class, StartedApp.class, true),
        /** The Person API and its management port. */
        PERSON_API(RunningPersonApi.class, StartedPersonApi.class, true),
        /** The Person API, its management port, and {@code GET /benchmark/latency}. */
        WAITING(RunningWaitingApp.class, StartedWaitingApp.class, true),
        /** Everything, with any SQL. */
        SPRING_DATA(RunningApp.class, StartedApp.class, false);

        private final Class<? extends PersonApiContract> running;
        private final Class<? extends PersonApiContract> started;
        private final boolean agreedSql;

        Scope(
                Class<? extends PersonApiContract> running,
                Class<? extends PersonApiContract> started,
                boolean agreedSql) {
            this.running = running;
            this.started = started;
            this.agreedSql = agreedSql;
        }

        private PostDiscoveryFilter tests() {
            return agreedSql ? test -> FilterResult.included("all of them") : TagFilter.excludeTags(SqlContract.AGREED);
        }
    }

    /**
     * A violation of the contract.
     *
     * @param test name of the test, which says what should hold
     * @param reason what was found instead, possibly several lines
     */
    public record Failure(String test, String reason) {
        @Override
        public String toString() {
            return test + ": " + reason;
        }
    }

    /**
     * The result of a check.
     *
     * @param passed number of tests that passed
     * @param skipped number of tests that need something the target does not have: a folder of files, a database
     * @param failures the tests that failed; empty if the application keeps the contract
     */
    public record Report(long passed, long skipped, List<Failure> failures) {}

    /**
     * Sends every request of the contract in a scope to the application, and prints nothing. Creates, changes and
     * deletes people. Some people stay, and so do files named {@code contract-*} in the folder of files.
     *
     * <p>If nothing answers at the application's address, that is the only failure.
     *
     * @throws IllegalStateException if no test was executed
     */
    public static Report run(Target target, Scope scope) {
        return run(target, scope, test -> true);
    }

    /**
     * Checks like {@link #run(Target, Scope)}, but executes only the tests whose method name is accepted.
     *
     * @throws IllegalStateException if no test was executed
     */
    public static Report run(Target target, Scope scope, Predicate<String> tests) {
        return silenceOf(target.app())
                .map(silence -> new Report(0, 0, List.of(silence)))
                .orElseGet(
                        () -> executed(scope.running, ScopedValue.where(TARGET, target), scope.tests(), named(tests)));
    }

    /**
     * Starts an application with a separate PostgreSQL and folder of files, sends it every request of the contract in a
     * scope, and stops it. Starts it again without its database, with a certificate, and in order to stop it under
     * load. Everything that was started is removed. The command may also be an executable without a JVM.
     *
     * <p>If the application does not start, that is the only failure.
     *
     * @param command of an application that takes its settings from the environment, including that of this process,
     *     and logs {@code started on port N} for its two ports, the API's port first
     */
    public static Report start(List<String> command, Scope scope) {
        return executed(scope.started, ScopedValue.where(COMMAND, List.copyOf(command)), scope.tests());
    }

    private static Optional<Failure> silenceOf(URI app) {
        try {
            new Api(app).get("/person?limit=1");
            return Optional.empty();
        } catch (AssertionError noAnswer) {
            String cure = ". Start the application, or give the address of one that runs";
            return Optional.of(new Failure("theApplicationAnswers", noAnswer.getMessage() + cure));
        }
    }

    private static Report executed(
            Class<? extends PersonApiContract> suite, ScopedValue.Carrier subject, PostDiscoveryFilter... tests) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(suite))
                .filters(tests)
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
                .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        subject.run(() -> LauncherFactory.create().execute(request, listener));
        return reportOf(listener.getSummary());
    }

    private static PostDiscoveryFilter named(Predicate<String> tests) {
        return descriptor -> FilterResult.includedIf(descriptor
                .getSource()
                .filter(MethodSource.class::isInstance)
                .map(source -> ((MethodSource) source).getMethodName())
                .filter(tests)
                .isPresent());
    }

    private static Report reportOf(TestExecutionSummary summary) {
        List<Failure> failures = summary.getFailures().stream()
                .map(failure -> new Failure(nameOf(failure.getTestIdentifier()), reasonOf(failure.getException())))
                .toList();
        if (summary.getTestsSucceededCount() == 0 && failures.isEmpty()) {
            throw new IllegalStateException("The contract check executed no test");
        }
        return new Report(
                summary.getTestsSucceededCount(),
                summary.getTestsAbortedCount() + summary.getTestsSkippedCount(),
                failures);
    }

    private static String nameOf(TestIdentifier test) {
        return test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(source -> ((MethodSource) source).getMethodName())
                .filter(method -> !test.getDisplayName().startsWith(method))
                .map(method -> method + " " + test.getDisplayName())
                .orElse(test.getDisplayName());
    }

    private static String reasonOf(Throwable failure) {
        return failure.getMessage() == null
                ? failure.toString()
                : failure.getMessage().strip();
    }

    /** Checks the target of {@link #run}. */
    static class RunningPersonApi extends PersonApiContract {

        private final Target target = TARGET.get();

        @Override
        public final Target target() {
            return target;
        }
    }

    static final class RunningWaitingApp extends RunningPersonApi implements WaitingContract {}

    static final class RunningApp extends RunningPersonApi implements BenchmarkRoutes {}

    /** Checks the command of {@link #start}. A failure of the class is a failure to start. */
    @DisplayName("theApplicationStarts")
    static class StartedPersonApi extends AppContract {
        StartedPersonApi() {
            super(COMMAND.get());
        }
    }

    @DisplayName("theApplicationStarts")
    static final class StartedWaitingApp extends StartedPersonApi implements WaitingContract {}

    @DisplayName("theApplicationStarts")
    static final class StartedApp extends StartedPersonApi implements BenchmarkRoutes {}
}
