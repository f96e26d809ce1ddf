package comparison.contract;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;

/**
 * Locks a person's row until it is closed. Requests that change the person wait, so a test controls how long they take
 * and what they then find. Not safe for use by several threads.
 */
final class RowLock implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(10);

    private final Connection holder;

    private RowLock(Connection holder) {
        this.holder = holder;
    }

    /** Locks the row of an existing person. */
    static RowLock of(DatabaseAddress database, long id) throws SQLException {
        return by("select id from person where id = ? for update", database, id);
    }

    /**
     * Deletes an existing person, whom other transactions see until the lock is closed. The statement differs from
     * those of all applications, because pg_stat_statements counts similar ones together, under the text of the first.
     */
    static RowLock deleting(DatabaseAddress database, long id) throws SQLException {
        return by("delete from person where id = ? and name is not null", database, id);
    }

    private static RowLock by(String sql, DatabaseAddress database, long id) throws SQLException {
        Connection holder = database.connect();
        holder.setAutoCommit(false);
        try (PreparedStatement lock = holder.prepareStatement(sql)) {
            lock.setLong(1, id);
            lock.execute();
        }
        return new RowLock(holder);
    }

    /**
     * Waits until another connection waits for the row.
     *
     * @throws AssertionError if no connection waits within 60 s
     */
    void awaitWaiter() throws SQLException, InterruptedException {
        Instant limit = Instant.now().plus(LIMIT);
        while (!hasWaiter()) {
            if (Instant.now().isAfter(limit)) {
                throw new AssertionError("No request wanted to change the locked person within " + LIMIT);
            }
            Thread.sleep(POLL);
        }
    }

    private boolean hasWaiter() throws SQLException {
        String waiting = "select exists (select 1 from pg_locks where not granted"
                + " and pg_backend_pid() = any (pg_blocking_pids(pid)))";
        try (PreparedStatement question = holder.prepareStatement(waiting);
                ResultSet answer = question.executeQuery()) {
            return answer.next() && answer.getBoolean(1);
        }
    }

    @Override
    public void close() throws SQLException {
        try (holder) {
            holder.commit();
        }
    }
}
