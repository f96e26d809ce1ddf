package comparison.harness.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.contract.Database;
import comparison.contract.DatabaseAddress;
import comparison.harness.metric.Metric;
import comparison.harness.plan.TableState;
import comparison.harness.plan.Variant;
import comparison.harness.probe.DatabaseCounters;
import comparison.harness.probe.Meter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What a server finds in a real PostgreSQL, and what its statements then cost. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TableStateTest {

    private static final int PEOPLE = 100_000;
    private static final int REQUESTS = 50;

    private final Database database = Database.start(Map.of("fsync", "off"));
    private final LocalTestbed testbed = new Bare(database.address());

    @AfterAll
    void stop() {
        database.close();
    }

    @Test
    void people_are_there_and_found_by_the_index_and_what_a_load_adds_lies_above_them() throws SQLException {
        testbed.resetTable(TableState.PEOPLE);

        assertThat(testbed.sql("select count(*) || ' ' || min(id) || ' ' || max(id) from person"))
                .isEqualTo(PEOPLE + " 1 " + PEOPLE);
        assertThat(testbed.rows()).isZero();
        Map<String, Long> counted = counted(PEOPLE + 1);
        assertThat(DatabaseCounters.sequentialScans(counted)).isEmpty();
        assertThat(counted.get("person_pkey.idx_scan")).isGreaterThanOrEqualTo(REQUESTS);
        assertThat(DatabaseCounters.metrics(counted, REQUESTS))
                .containsEntry(Metric.SEQUENTIAL_SCANS, 0.0)
                .hasEntrySatisfying(Metric.BLOCKS, blocks -> assertThat(blocks).isLessThan(10));
        assertThat(testbed.rows()).isEqualTo(1);
    }

    @Test
    void an_empty_table_without_statistics_is_read_by_the_index_too() throws SQLException {
        testbed.resetTable(TableState.EMPTY);

        assertThat(testbed.sql("select count(*) from person")).isEqualTo("0");
        assertThat(DatabaseCounters.sequentialScans(counted(1))).isEmpty();
        assertThat(testbed.rows()).isEqualTo(1);
    }

    @Test
    void an_empty_table_that_was_analyzed_is_scanned_for_each_statement() throws SQLException {
        testbed.resetTable(TableState.EMPTY_ANALYZED);

        assertThat(DatabaseCounters.sequentialScans(counted(1)))
                .hasEntrySatisfying("person", scans -> assertThat(scans).isGreaterThanOrEqualTo(REQUESTS));
    }

    /** Adds a person with this id and reads it as an application does, from a connection of its own. */
    private Map<String, Long> counted(long id) throws SQLException {
        Map<String, Long> before = testbed.databaseCounters();
        DatabaseAddress address = database.address();
        String url = "jdbc:postgresql://%s:%d/%s".formatted(address.host(), address.port(), address.name());
        try (Connection app = DriverManager.getConnection(url, address.user(), address.password());
                Statement statement = app.createStatement()) {
            statement.execute("insert into person (name, description) values ('Ada', 'first')");
            for (int i = 0; i < REQUESTS; i++) {
                assertThat(statement
                                .executeQuery("select id, name, description from person where id = " + id)
                                .next())
                        .isTrue();
            }
            statement.execute("select pg_stat_force_next_flush()");
            return DatabaseCounters.between(before, testbed.databaseCounters());
        }
    }

    /** A testbed of which only the database is there. */
    private static final class Bare extends LocalTestbed {

        private final DatabaseAddress address;

        Bare(DatabaseAddress address) {
            this.address = address;
        }

        @Override
        DatabaseAddress people() {
            return address;
        }

        @Override
        Optional<String> databaseDeath() {
            return Optional.empty();
        }

        @Override
        public String id() {
            return "bare";
        }

        @Override
        public void prepare(List<Variant> variants, Path buildLog) {}

        @Override
        public RunningVariant start(Variant variant, Path log) {
            throw new UnsupportedOperationException();
        }

        @Override
        public LoadClient client(Path log) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Meter databaseMeter() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Facts facts() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }
}
