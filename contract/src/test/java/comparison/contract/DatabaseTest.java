package comparison.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.BufferedReader;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class DatabaseTest {

    private final Database database = Database.start(Map.of("work_mem", "5MB"));

    @AfterAll
    void stop() {
        database.close();
    }

    @Test
    void hasTheTableOfThePersonApi() throws SQLException {
        assertThat(value("insert into person (name, description) values ('Ada', 'first') returning id"))
                .isEqualTo("1");
    }

    @Test
    void isPostgres18AsItsMakersShipIt() throws SQLException {
        assertThat(value("show server_version")).startsWith("18.");
        assertThat(value("show fsync")).isEqualTo("on");
        assertThat(value("show synchronous_commit")).isEqualTo("on");
        assertThat(value("show autovacuum")).isEqualTo("on");
    }

    @Test
    void takesSettings() throws SQLException {
        assertThat(value("show work_mem")).isEqualTo("5MB");
    }

    @Test
    void countsStatements() throws SQLException {
        value("select 4711");
        assertThat(value("select sum(calls) from pg_stat_statements where query = 'select $1'"))
                .isNotNull();
    }

    @Test
    void letsNobodyInWithoutThePassword() {
        DatabaseAddress right = database.address();
        DatabaseAddress wrong = new DatabaseAddress(right.host(), right.port(), right.name(), right.user(), "guess");
        DatabaseAddress superuser = new DatabaseAddress(right.host(), right.port(), right.name(), "postgres", "");
        assertThatThrownBy(wrong::connect).hasMessageContaining("password");
        assertThatThrownBy(superuser::connect).hasMessageContaining("password");
    }

    @Test
    void leavesNothingWhenClosed() {
        Database other = Database.start();
        long pid = other.pid();
        other.close();
        other.close();
        assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
        assertThatThrownBy(other.address()::connect).isInstanceOf(SQLException.class);
    }

    @Test
    void saysWhichProcessDoesNotStopAndKeepsItsGuard() throws Exception {
        Database frozen = Database.start();
        long pid = frozen.pid();
        signal("STOP", pid);
        try {
            Throwable late = catchThrowable(frozen::close);
            assertThat(late).isInstanceOf(IllegalStateException.class).hasMessageContaining("kill -9 " + pid);
            assertThat(isGuarded(String.valueOf(late.getMessage()).replaceFirst("PostgreSQL in (\\S+) .*", "$1")))
                    .isTrue();
        } finally {
            signal("CONT", pid);
        }
        frozen.close();
    }

    private static boolean isGuarded(String data) {
        return ProcessHandle.current()
                .children()
                .map(child -> child.info().commandLine().orElse(""))
                .anyMatch(command -> command.contains("postmaster.pid") && command.contains(data));
    }

    private static void signal(String name, long pid) throws Exception {
        new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
    }

    @Test
    void limitsTheWaitsOfTheHarnessAndNotThoseOfApplications() throws SQLException {
        assertThat(value("show lock_timeout")).isEqualTo("1min");
        DatabaseAddress address = database.address();
        try (Connection connection = address.connect()) {
            assertThat(connection.getNetworkTimeout()).isEqualTo(120_000);
        }
        String url = "jdbc:postgresql://%s:%d/%s".formatted(address.host(), address.port(), address.name());
        try (Connection application = DriverManager.getConnection(url, address.user(), address.password());
                ResultSet limit = application.createStatement().executeQuery("show lock_timeout")) {
            limit.next();
            assertThat(limit.getString(1)).isEqualTo("0");
        }
    }

    @Test
    void keepsWhatWasCommittedWhenItCrashes() throws SQLException {
        try (Database other = Database.start();
                Connection broken = other.address().connect()) {
            assertThat(broken.createStatement()
                            .executeUpdate("insert into person (name, description) values ('a', 'b')"))
                    .isEqualTo(1);
            long before = other.pid();
            other.crash();
            assertThat(other.pid()).isNotEqualTo(before);
            assertThat(broken.isValid(1)).isFalse();
            try (Connection again = other.address().connect();
                    ResultSet rows = again.createStatement().executeQuery("select name from person")) {
                assertThat(rows.next()).isTrue();
            }
        }
    }

    @Test
    void leavesNothingWhenItsOwnerIsKilled() throws Exception {
        Process owner = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Owner.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        ProcessHandle server;
        try (BufferedReader said = owner.inputReader()) {
            server = ProcessHandle.of(Long.parseLong(said.readLine())).orElseThrow();
        } finally {
            owner.destroyForcibly().waitFor();
        }
        assertThat(server.onExit()).succeedsWithin(Duration.ofSeconds(30));
    }

    /** Starts a database, says the id of its process, and waits for its own end. */
    static final class Owner {
        public static void main(String... arguments) throws InterruptedException {
            System.out.println(Database.start().pid());
            Thread.sleep(Duration.ofMinutes(2));
        }
    }

    @Test
    void saysWhatIsWrongWithASettingThatTheServerRefuses() {
        assertThatThrownBy(() -> Database.start(Map.of("shared_buffers", "lots"), Duration.ofSeconds(2)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("shared_buffers=lots");
    }

    private String value(String sql) throws SQLException {
        try (Connection connection = database.address().connect();
                ResultSet rows = connection.createStatement().executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
