package comparison.contract;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * How often the application's role executed each statement up to a moment, as pg_stat_statements counts.
 *
 * @param database that was asked
 * @param calls by text, with $1 for each constant
 */
public record ExecutedSql(DatabaseAddress database, Map<String, Long> calls) {

    /**
     * What a driver asks when it opens a connection, and this suite's own question. The end of a transaction, too: of a prepared
     * COMMIT PostgreSQL counts the first execution only, so that it is the BEGIN that tells of a transaction.
     */
    private static final String NOT_OF_A_REQUEST =
            "(?s)(set |show |commit|select current_setting|select pg_catalog|.* from pg_catalog\\.|.*pg_stat_statements).*";

    /**
     * Asks now.
     *
     * @throws SQLException if the database does not tell
     */
    public static ExecutedSql of(DatabaseAddress database) throws SQLException {
        Map<String, Long> calls = new HashMap<>();
        try (Connection connection = database.connect();
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
        return new ExecutedSql(database, calls);
    }

    Map<String, Long> since(int requests) throws SQLException {
        return until(of(database), requests);
    }

    /**
     * Returns what was executed from this moment to a later one, without what belongs to no request: what is asked as often as a request is sent
     * belongs to the request, also if a driver asks it.
     *
     * @param requests how many of each kind were sent in between
     */
    public Map<String, Long> until(ExecutedSql later, long requests) {
        Map<String, Long> difference = new HashMap<>(later.calls);
        calls.forEach((text, count) -> difference.merge(text, -count, Long::sum));
        difference.values().removeIf(count -> count == 0);
        difference.entrySet().removeIf(call -> call.getValue() < requests && isOfNoRequest(call.getKey()));
        return difference;
    }

    private static boolean isOfNoRequest(String text) {
        return text.toLowerCase(Locale.ROOT).matches(NOT_OF_A_REQUEST);
    }
}
