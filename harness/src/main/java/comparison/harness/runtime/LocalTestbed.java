package comparison.harness.runtime;

import com.sun.management.OperatingSystemMXBean;
import comparison.contract.ContractCheck;
import comparison.contract.DatabaseAddress;
import comparison.contract.ExecutedSql;
import comparison.contract.Target;
import comparison.contract.WorkCount;
import comparison.harness.Fault;
import comparison.harness.plan.TableState;
import comparison.harness.probe.DatabaseCounters;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The common part of both testbeds: a database that this process connects to, and queries of it. */
abstract class LocalTestbed implements Testbed {

    /** With more, the backends of their connections, ten of each, would fill the memory of the database. */
    static final int MOST_SERVERS = 20;

    /** What client, database and harness need, and what a server of a large framework needs under load. */
    private static final long OTHERS_BYTES = 2L << 30;

    private static final long SERVER_BYTES = 400L << 20;

    /** PostgreSQL's state after a time-out of a lock: lock_not_available. */
    private static final String LOCKED = "55P03";

    /** The statements of postgres/people.sql; one of them must not be in a transaction with others. */
    private static final List<String> PEOPLE = statements("people.sql");

    private static final String TRUNCATE = "truncate person restart identity";

    /** The highest id of a row of {@link #resetTable}. */
    private long lastId;

    private static List<String> statements(String resource) {
        try (InputStream file = Objects.requireNonNull(LocalTestbed.class.getResourceAsStream(resource))) {
            String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            return Stream.of(text.split(";\\n", -1))
                    .filter(statement -> !statement.isBlank())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the address at which this process reaches the database. */
    abstract DatabaseAddress people();

    /** Returns why the database has ended, as a sentence; empty while it runs. */
    abstract Optional<String> databaseDeath();

    /** As many as the memory of this machine can hold, 1 to {@link #MOST_SERVERS}. */
    @Override
    public int servers() {
        return fitting(((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getTotalMemorySize());
    }

    static int fitting(long bytes) {
        return Math.clamp((bytes - OTHERS_BYTES) / SERVER_BYTES, 1, MOST_SERVERS);
    }

    private interface Question<T> {
        T ask(DatabaseAddress database) throws SQLException;
    }

    /** Queries the database. If it has died, the fault gives the reason, otherwise the driver's message. */
    private <T> T asked(String what, Question<T> question) {
        databaseDeath().ifPresent(why -> {
            throw Fault.broken(why);
        });
        try {
            return question.ask(people());
        } catch (SQLException e) {
            throw unanswered(what, e);
        }
    }

    static Fault unanswered(String what, SQLException e) {
        return Fault.broken(
                LOCKED.equals(e.getSQLState())
                        ? "The database does not %s: a server holds a lock on the table person, in a transaction that it has left open. Look for it in the app.log of the servers that are up, or measure fewer of them with --variants."
                                .formatted(what)
                        : "The database does not %s: %s.".formatted(what, e.getMessage()),
                e);
    }

    /** Executes an SQL statement and returns the first field of its result; an empty string if it has no result. */
    String sql(String statement) {
        return asked("answer '%s'".formatted(statement), database -> {
            try (Connection connection = database.connect();
                    Statement executor = connection.createStatement()) {
                if (!executor.execute(statement)) {
                    return "";
                }
                try (ResultSet answer = executor.getResultSet()) {
                    answer.next();
                    return answer.getString(1);
                }
            }
        });
    }

    @Override
    public void resetTable(TableState state) {
        sql("alter table person reset (autovacuum_enabled)");
        switch (state) {
            case PEOPLE -> PEOPLE.forEach(this::sql);
            case EMPTY -> {
                sql(TRUNCATE);
                // Autovacuum would analyze the ten rows of a load, and the planner would scan the table.
                sql("alter table person set (autovacuum_enabled = off)");
            }
            case EMPTY_ANALYZED -> {
                sql(TRUNCATE);
                sql("analyze person");
            }
        }
        lastId = Long.parseLong(sql("select coalesce(max(id), 0) from person"));
    }

    @Override
    public long rows() {
        return Long.parseLong(sql("select count(*) from person where id > " + lastId));
    }

    @Override
    public ContractCheck.Report check(RunningVariant running, ContractCheck.Scope scope) {
        return ContractCheck.run(target(running), scope);
    }

    private Target target(RunningVariant running) {
        return new Target(running.app(), running.management().orElseThrow(), null, people());
    }

    @Override
    public Map<String, Map<String, Long>> work(RunningVariant running, int requests) {
        try {
            return asked("tell what it executed", database -> WorkCount.of(target(running), database, requests));
        } catch (AssertionError wrong) {
            throw Fault.broken("it answers wrongly while its SQL is counted: "
                    + String.valueOf(wrong.getMessage())
                            .strip()
                            .lines()
                            .findFirst()
                            .orElse(""));
        }
    }

    @Override
    public ExecutedSql executed() {
        return asked("tell what it executed", ExecutedSql::of);
    }

    @Override
    public Map<String, Long> databaseCounters() {
        return asked("tell what it counted", database -> {
            try (Connection connection = database.connect()) {
                return DatabaseCounters.read(connection);
            }
        });
    }
}
