package comparison.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests the SQL of each request: one statement, with the same text on every stack, and no transaction around it.
 * Statements of the application's role are counted by pg_stat_statements.
 */
interface SqlContract extends Targeted {

    int REQUESTS = 8;

    /** JUnit's tag of the tests that name statements. Applications whose framework writes the SQL skip these tests. */
    String AGREED = "agreed-sql";

    @Test
    @Tag(AGREED)
    default void createExecutesOneStatement() throws SQLException {
        executesPerRequest(
                "insert into person (name, description) values ($1, $2) returning id, name, description",
                id -> created());
    }

    @Test
    @Tag(AGREED)
    default void readExecutesOneStatement() throws SQLException {
        executesPerRequest(
                "select id, name, description from person where id = $1",
                id -> app().get("/person/" + id).has(200));
    }

    @Test
    @Tag(AGREED)
    default void listExecutesOneStatement() throws SQLException {
        executesPerRequest(
                "select id, name, description from person where id > $1 order by id limit $2",
                id -> app().get("/person?limit=10&after=" + id).has(200));
    }

    @Test
    @Tag(AGREED)
    default void updateExecutesOneStatement() throws SQLException {
        executesPerRequest(
                "update person set name = $1, description = $2 where id = $3 returning id, name, description",
                id -> app().put("/person/" + id, Api.json(id, "New name", "new description"))
                        .has(200));
    }

    @Test
    @Tag(AGREED)
    default void deleteExecutesOneStatement() throws SQLException {
        executesPerRequest(
                "delete from person where id = $1 returning id",
                id -> app().delete("/person/" + id).has(204));
    }

    @Test
    @Tag(AGREED)
    default void deleteExecutesOneStatementEvenForNobody() throws SQLException {
        executesPerRequest(
                "delete from person where id = $1 returning id",
                id -> app().delete("/person/" + (Long.MAX_VALUE - id)).has(404));
    }

    @Test
    default void anInvalidRequestExecutesNone() throws SQLException {
        database();
        long id = created();
        ExecutedSql before = ExecutedSql.of(database());
        app().post("/person", Api.json("no", "too short")).has(400);
        app().put("/person/" + id, Api.json(id + 1, "Ada Lovelace", "another id"))
                .has(400);
        app().get("/person?limit=0").has(400);
        app().get("/person/abc").has(400);
        assertThat(before.since(REQUESTS)).isEmpty();
    }

    private void executesPerRequest(String statement, Request request) throws SQLException {
        database(); // skips the test without a database, before the first request fails
        long[] ids = LongStream.generate(this::created).limit(REQUESTS).toArray();
        ExecutedSql before = ExecutedSql.of(database());
        for (long id : ids) {
            request.send(id);
        }
        assertThat(before.since(REQUESTS)).isEqualTo(Map.of(statement, (long) REQUESTS));
    }

    /** Sends one request for the person with this id. */
    @FunctionalInterface
    interface Request {
        void send(long id);
    }
}
