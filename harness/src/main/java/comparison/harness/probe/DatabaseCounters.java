package comparison.harness.probe;

import comparison.harness.metric.Metric;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What PostgreSQL counts about its own work: scans, rows and vacuums of each table, scans of each index, WAL,
 * checkpoints, and the blocks that the application's statements touch. A counter's name is its table or index and
 * PostgreSQL's name of the column, such as {@code person.seq_scan}.
 *
 * <p>Blocks are counted immediately. A server process reports the counts of tables and indexes when it next gets a statement
 * after a second or more, or when it has been idle for ten, so they belong partly to the next load of the same server
 * (<a href="https://www.postgresql.org/docs/18/monitoring-stats.html#MONITORING-STATS-VIEWS">PostgreSQL 18, 27.2.2</a>).
 */
public final class DatabaseCounters {

    private static final String READ = """
        select relname || '.' || name, value from pg_stat_user_tables cross join lateral (values
            ('seq_scan', seq_scan), ('seq_tup_read', seq_tup_read), ('n_tup_upd', n_tup_upd),
            ('n_tup_hot_upd', n_tup_hot_upd), ('n_dead_tup', n_dead_tup),
            ('vacuums', vacuum_count + autovacuum_count), ('analyzes', analyze_count + autoanalyze_count)) as counter (name, value)
        union all select indexrelname || '.idx_scan', idx_scan from pg_stat_user_indexes
        union all select 'wal.wal_bytes', wal_bytes::bigint from pg_stat_wal
        union all select 'checkpointer.num_done', num_done from pg_stat_checkpointer
        union all select 'statements.shared_blks', coalesce(sum(shared_blks_hit + shared_blks_read), 0)::bigint
            from pg_stat_statements where userid = current_user::regrole and query ~ '\\mperson\\M'""";

    /**
     * More blocks per request than by indexes. The requests of the load touch 4.2 to 4.3 (results/published/table-state.txt)
     * and 5.7 while the table is vacuumed again and again (planted-causes.txt).
     */
    public static final double MOST_BLOCKS = 10;

    private static final String SEQUENTIAL = ".seq_scan";

    private DatabaseCounters() {}

    /**
     * Reads the current values.
     *
     * @throws SQLException if the database cannot be queried
     */
    public static Map<String, Long> read(Connection connection) throws SQLException {
        Map<String, Long> counters = new TreeMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(READ)) {
            while (rows.next()) {
                counters.put(rows.getString(1), rows.getLong(2));
            }
        }
        return counters;
    }

    /** Returns what was added between two readings, without counters that stayed as they were. */
    public static Map<String, Long> between(Map<String, Long> before, Map<String, Long> after) {
        Map<String, Long> added = new TreeMap<>(after);
        before.forEach((name, value) -> added.merge(name, -value, Long::sum));
        added.values().removeIf(value -> value == 0);
        return added;
    }

    /** Returns the tables that were scanned sequentially in a load, and how often. */
    public static Map<String, Long> sequentialScans(Map<String, Long> added) {
        Map<String, Long> tables = new TreeMap<>();
        added.forEach((name, value) -> {
            if (name.endsWith(SEQUENTIAL) && value > 0) {
                tables.put(name.substring(0, name.length() - SEQUENTIAL.length()), value);
            }
        });
        return tables;
    }

    /** Returns the metrics of a load with so many requests; none if nothing was counted. */
    public static Map<Metric, Double> metrics(Map<String, Long> added, long requests) {
        Map<Metric, Double> metrics = new LinkedHashMap<>();
        if (added.isEmpty()) {
            return metrics;
        }
        metrics.put(Metric.SEQUENTIAL_SCANS, sum(added, "seq_scan"));
        metrics.put(Metric.ROWS_SCANNED, sum(added, "seq_tup_read"));
        metrics.put(Metric.INDEX_SCANS, sum(added, "idx_scan"));
        metrics.put(Metric.DEAD_ROWS, sum(added, "n_dead_tup"));
        metrics.put(Metric.VACUUMS, sum(added, "vacuums"));
        metrics.put(Metric.ANALYZES, sum(added, "analyzes"));
        metrics.put(Metric.CHECKPOINTS, sum(added, "num_done"));
        if (sum(added, "n_tup_upd") > 0) {
            metrics.put(Metric.HOT_UPDATES, sum(added, "n_tup_hot_upd") / sum(added, "n_tup_upd"));
        }
        if (requests > 0) {
            metrics.put(Metric.WAL_BYTES, sum(added, "wal_bytes") / requests);
            metrics.put(Metric.BLOCKS, sum(added, "shared_blks") / requests);
        }
        return metrics;
    }

    private static double sum(Map<String, Long> added, String column) {
        return added.entrySet().stream()
                .filter(counter -> counter.getKey().endsWith("." + column))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
