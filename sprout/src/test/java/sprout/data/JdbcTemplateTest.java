package sprout.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import comparison.contract.Database;
import comparison.contract.DatabaseAddress;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Over a pool of one connection, so that a statement which keeps it would starve the next. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
final class JdbcTemplateTest {
    private final Database database = Database.start();
    private final ConnectionPool pool = ConnectionPool.open(options(database.address()));

    private final JdbcTemplate jdbc = new JdbcTemplate(pool);

    private static PoolOptions options(DatabaseAddress address) {
        return new PoolOptions(
                "jdbc:postgresql://%s:%d/%s".formatted(address.host(), address.port(), address.name()),
                address.user(),
                address.password(),
                1,
                1,
                Duration.ofMinutes(10),
                Duration.ofMinutes(10),
                Duration.ofMinutes(30));
    }

    @AfterAll
    void stopDatabase() {
        pool.close();
        database.close();
    }

    @BeforeEach
    void emptyTable() {
        jdbc.update("truncate person restart identity");
    }

    @Test
    void rowsBecomeObjectsInOrderAndKnowTheirNumber() {
        insert("Ada", "counts");
        insert("Grace", "compiles");
        List<String> rows = jdbc.query(
                "select name from person where id > ? order by id", (row, number) -> number + row.getString(1), 0);
        assertThat(rows).containsExactly("0Ada", "1Grace");
    }

    @Test
    void aStatementThatReturnsRowsChangesData() {
        List<Long> ids = jdbc.query(
                "insert into person (name, description) values (?, ?) returning id",
                (row, number) -> row.getLong(1),
                "Ada",
                "counts");
        assertThat(ids).containsExactly(1L);
        assertThat(names()).containsExactly("Ada");
    }

    @Test
    void anUpdateSaysHowManyRowsItChanged() {
        insert("Ada", "counts");
        insert("Grace", "compiles");
        assertThat(jdbc.update("update person set description = ?", "rests")).isEqualTo(2);
        assertThat(jdbc.update("delete from person where name = ?", "Nobody")).isZero();
    }

    @Test
    void valuesAreBoundAndNeverPartOfTheStatement() {
        String name = "'; drop table person; --";
        insert(name, "a value");
        assertThat(names()).containsExactly(name);
    }

    @Test
    void aNullIsBoundAsNull() {
        boolean isNull = jdbc.query("select cast(? as text) is null", JdbcTemplateTest::firstBoolean, (Object) null);
        assertThat(isNull).isTrue();
    }

    @Test
    void aRefusedStatementIsNamedAndTheDatabaseCountsAsAvailable() {
        DataAccessException failure =
                catchThrowableOfType(DataAccessException.class, () -> jdbc.update("update nobody set name = ?", "x"));
        assertThat(failure).hasMessageContaining("update nobody set name = ?");
        assertThat(failure.unavailable()).isFalse();
        assertThat(names()).isEmpty();
    }

    @Test
    void aValueThatTheDatabaseCannotHoldIsToldFromAStatementThatItRefuses() {
        DataAccessException nul =
                catchThrowableOfType(DataAccessException.class, () -> insert("Ada\0Lovelace", "has a NUL"));
        DataAccessException tooLong =
                catchThrowableOfType(DataAccessException.class, () -> insert("x".repeat(129), "too long a name"));
        DataAccessException wrong =
                catchThrowableOfType(DataAccessException.class, () -> jdbc.update("update nobody set name = ?", "x"));
        assertThat(nul.valueRefused()).isTrue();
        assertThat(tooLong.valueRefused()).isTrue();
        assertThat(wrong.valueRefused()).isFalse();
        assertThat(names()).isEmpty();
    }

    @Test
    void aConnectionThatTheServerEndsIsUnavailabilityAndIsReplaced() {
        DataAccessException failure = catchThrowableOfType(
                DataAccessException.class,
                () -> jdbc.query("select pg_terminate_backend(pg_backend_pid())", JdbcTemplateTest::firstBoolean));
        assertThat(failure.unavailable()).isTrue();
        assertThat(names()).isEmpty();
    }

    private static boolean firstBoolean(ResultSet rows) throws SQLException {
        return rows.next() && rows.getBoolean(1);
    }

    private void insert(String name, String description) {
        jdbc.update("insert into person (name, description) values (?, ?)", name, description);
    }

    private List<String> names() {
        return jdbc.query("select name from person order by id", (row, number) -> row.getString(1));
    }
}
