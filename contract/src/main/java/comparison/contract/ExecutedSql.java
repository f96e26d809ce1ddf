package comparison.contract;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * How often the application's role has executed each statement up to a moment, as counted by pg_stat_statements.
 *
 * @param database that was queried
 * @param calls by text of the statement, with $1 for each constant
 */
public record ExecutedSql(DatabaseAddress database, Map<String, Long> calls) {

    /**
     * Statements of drivers on new connections, and the query of this class. Also the end of a transaction: PostgreSQL
     * counts only the first execution of a prepared COMMIT, so a transaction is recognized by its BEGIN.
     */
    private static final String NOT_OF_A_REQUEST =
            "(?s)(set |show |commit|select current_setting|select pg_catalog|.* from pg_catalog\\.|.*pg_stat_statements).*";

    /**
     * Reads the current counts.
     *
     * @throws SQLException if the database cannot be queried
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
     * Returns the executions from this moment to a later one, without statements that do not belong to a request. A
     * statement that is executed at least once per request belongs to the request, even if a driver sends it.
     *
     * @param requests number of requests of each kind in between
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
