package comparison.contract;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;

/**
 * Holds a person's row, so that whoever changes it waits until this is closed: an application's request can be made to take as
 * long as a test needs it, without a route that waits. Not for use by several threads.
 */
final class RowLock implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(10);

    private final Connection holder;

    private RowLock(Connection holder) {
        this.holder = holder;
    }

    /** Locks the row of the person with this id, who is there. */
    static RowLock of(DatabaseAddress database, long id) throws SQLException {
        Connection holder = database.connect();
        holder.setAutoCommit(false);
        try (PreparedStatement lock = holder.prepareStatement("select id from person where id = ? for update")) {
            lock.setLong(1, id);
            lock.executeQuery().close();
        }
        return new RowLock(holder);
    }

    /** Returns when somebody waits for the row. */
    void awaitWaiter() throws SQLException, InterruptedException {
        Instant limit = Instant.now().plus(LIMIT);
        while (!hasWaiter()) {
            if (Instant.now().isAfter(limit)) {
                throw new AssertionError("Nobody wanted to change the locked person within " + LIMIT);
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
        holder.close();
    }
}
