package comparison.power;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.contract.AppProcess;
import comparison.contract.BenchmarkRoutes;
import comparison.contract.ContractCheck;
import comparison.contract.ContractCheck.Scope;
import comparison.contract.Database;
import comparison.contract.PersonApiContract;
import comparison.contract.Target;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;

/** Checks the contract's own power: a sound application passes it, and each planted fault is found by name. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ContractPowerIT {

    private final Database database = Database.start(Map.of("fsync", "off"));
    private final AppProcess app;
    private final Path files;

    ContractPowerIT(@TempDir Path files) {
        this.files = files;
        Map<String, String> environment = new HashMap<>(database.address().environment());
        environment.put("FILES_DIR", files.toString());
        this.app = AppProcess.start(
                Path.of("target", "sprout-app.jar"), List.of("-XX:+UseSerialGC", "-Xmx256m"), environment);
    }

    @BeforeAll
    void awaitReady() {
        app.awaitReady();
    }

    @AfterAll
    void stop() {
        app.close();
        database.close();
    }

    @Test
    void aSoundApplicationPassesBehindTheProxy() throws IOException {
        ContractCheck.Report report = checked((request, sound) -> sound.answer(request), test -> true);
        assertThat(report.failures()).isEmpty();
        assertThat(report.skipped()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void itIsFoundThat(Fault fault) throws IOException {
        isFound(fault.behaviour(), fault.test());
    }

    @ParameterizedTest
    @ValueSource(strings = {"set statement_timeout = 0", "begin; commit"})
    void itIsFoundThatEachReadAlsoExecutes(String sql) throws IOException, SQLException {
        try (Connection people = database.address().connect()) {
            Behaviour fault = Behaviour.on("GET " + Behaviour.PERSON, (request, sound) -> {
                execute(people, sql);
                return sound.answer(request);
            });
            isFound(fault, "readExecutesOneStatement");
        }
    }

    private static void execute(Connection connection, String sql) throws IOException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IOException("The fault itself fails: " + sql, e);
        }
    }

    @Test
    void everyTestOfTheContractFindsAFault() {
        assertThat(Arrays.stream(Fault.values()).map(Fault::test)).containsAll(testsOfTheContract());
    }

    private static List<String> testsOfTheContract() {
        return Stream.<Class<?>>of(PersonApiContract.class, BenchmarkRoutes.class)
                .flatMap(contract -> Arrays.stream(contract.getMethods()))
                .filter(method -> AnnotationSupport.isAnnotated(method, Testable.class))
                .map(Method::getName)
                .toList();
    }

    /** Other tests may find it too; only the named one is executed, because it must find it alone. */
    private void isFound(Behaviour fault, String test) throws IOException {
        assertThat(checked(fault, test::equals).failures())
                .isNotEmpty()
                .allMatch(failure -> failure.test().startsWith(test));
    }

    private ContractCheck.Report checked(Behaviour fault, Predicate<String> tests) throws IOException {
        try (FaultyProxy api = new FaultyProxy(app.app(), fault);
                FaultyProxy management = new FaultyProxy(app.management(), fault)) {
            Target target = new Target(api.address(), management.address(), files, database.address());
            return ContractCheck.run(target, Scope.EVERYTHING, tests);
        }
    }
}
