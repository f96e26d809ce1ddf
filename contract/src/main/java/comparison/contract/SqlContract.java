package comparison.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * What the database is asked to do: one statement per request, the same text on every stack, and no transaction
 * around it. Counted by pg_stat_statements of the application's role.
 */
interface SqlContract extends Targeted {

    int REQUESTS = 8;

    /** What a driver asks when it opens a connection, and this suite's own question. */
    String NOT_OF_A_REQUEST = "set |show |select current_setting|select pg_catalog|.*pg_stat_statements";

    @Test
    default void createExecutesOneStatement() throws SQLException {
        executesPerRequest(
                "insert into person (name, description) values ($1, $2) returning id, name, description",
                id -> created());
    }

    @Test
    default void readExecutesOneStatement() throws SQLException {
        executesPerRequest(
                "select id, name, description from person where id = $1",
                id -> app().get("/person/" + id).has(200));
    }

    @Test
    default void listExecutesOneStatement() throws SQLException {
        executesPerRequest(
                "select id, name, description from person where id > $1 order by id limit $2",
                id -> app().get("/person?limit=10&after=" + id).has(200));
    }

    @Test
    default void updateExecutesOneStatement() throws SQLException {
        executesPerRequest(
                "update person set name = $1, description = $2 where id = $3 returning id, name, description",
                id -> app().put("/person/" + id, Api.json(id, "New name", "new description"))
                        .has(200));
    }

    @Test
    default void deleteExecutesOneStatement() throws SQLException {
        executesPerRequest(
                "delete from person where id = $1 returning id",
                id -> app().delete("/person/" + id).has(204));
    }

    @Test
    default void deleteExecutesOneStatementEvenForNobody() throws SQLException {
        executesPerRequest(
                "delete from person where id = $1 returning id",
                id -> app().delete("/person/" + (Long.MAX_VALUE - id)).has(404));
    }

    @Test
    default void anInvalidRequestExecutesNone() throws SQLException {
        database();
        long id = created();
        Map<String, Long> before = statements();
        app().post("/person", Api.json("no", "too short")).has(400);
        app().put("/person/" + id, Api.json(id + 1, "Ada Lovelace", "another id"))
                .has(400);
        app().get("/person?limit=0").has(400);
        app().get("/person/abc").has(400);
        assertThat(difference(before, statements())).isEmpty();
    }

    private void executesPerRequest(String statement, Request request) throws SQLException {
        database(); // without one this is skipped, not failed by the first request
        long[] ids = LongStream.generate(this::created).limit(REQUESTS).toArray();
        Map<String, Long> before = statements();
        for (long id : ids) {
            request.send(id);
        }
        assertThat(difference(before, statements())).isEqualTo(Map.of(statement, (long) REQUESTS));
    }

    private static Map<String, Long> difference(Map<String, Long> before, Map<String, Long> after) {
        Map<String, Long> calls = new HashMap<>(after);
        before.forEach((text, count) -> calls.merge(text, -count, Long::sum));
        calls.values().removeIf(count -> count == 0);
        calls.entrySet().removeIf(SqlContract::isOfNoRequest);
        return calls;
    }

    /** What is asked as often as a request is sent belongs to the request, also if a driver asks it. */
    private static boolean isOfNoRequest(Map.Entry<String, Long> call) {
        return call.getValue() < REQUESTS
                && call.getKey().toLowerCase(Locale.ROOT).matches("(?s)(" + NOT_OF_A_REQUEST + ").*");
    }

    private DatabaseAddress database() {
        DatabaseAddress database = target().database();
        assumeTrue(database != null, "the database is not known");
        return Objects.requireNonNull(database);
    }

    /** Returns how often the application's role executed each statement so far. */
    private Map<String, Long> statements() throws SQLException {
        Map<String, Long> calls = new HashMap<>();
        try (Connection connection = database().connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("""
                        select query, sum(calls) from pg_stat_statements
                        where userid = current_user::regrole
                        and dbid = (select oid from pg_database where datname = current_database())
                        group by query""")) {
            while (rows.next()) {
                calls.put(rows.getString(1), rows.getLong(2));
            }
        }
        return calls;
    }

    /** One request about the person with an id. */
    @FunctionalInterface
    interface Request {
        void send(long id);
    }
}
