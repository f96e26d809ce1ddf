package sprout.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import comparison.contract.Database;
import comparison.contract.DatabaseAddress;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import sprout.data.fixture.Entry;
import sprout.data.fixture.EveryType;
import sprout.data.fixture.EveryType.Colour;

@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
final class RowTest {
    private final Database database = Database.start();
    private final ConnectionPool pool = open(database.address());

    private final JdbcTemplate jdbc = new JdbcTemplate(pool);

    private static ConnectionPool open(DatabaseAddress address) {
        return ConnectionPool.open(new PoolOptions(
                "jdbc:postgresql://%s:%d/%s".formatted(address.host(), address.port(), address.name()),
                address.user(),
                address.password(),
                1,
                1,
                Duration.ofMinutes(10),
                Duration.ofMinutes(10),
                Duration.ofMinutes(30)));
    }

    @AfterAll
    void stop() {
        pool.close();
        database.close();
    }

    @Test
    void columnsAreReadByNameIntoEveryType() {
        List<EveryType> rows = jdbc.queryForList("""
                select 'green' as colour, uuid '4b1d3c9e-0000-4000-8000-000000000000' as key, date '1815-12-10' as born_on,
                    timestamptz '2026-01-02 03:04:05+01' as created_at, '\\x01ff'::bytea as bytes, 1.50 as price, 'Grüße' as text,
                    false as maybe_flag, true as flag, 0.5::float8 as ratio, 3::bigint as maybe_big, 1099511627776 as big_number,
                    2 as maybe_number, 1 as number
                """, EveryType.class);
        assertThat(rows)
                .singleElement()
                .usingRecursiveComparison()
                .isEqualTo(new EveryType(
                        1,
                        2,
                        1L << 40,
                        3L,
                        0.5,
                        true,
                        false,
                        "Grüße",
                        new BigDecimal("1.50"),
                        new byte[] {1, -1},
                        Instant.parse("2026-01-02T02:04:05Z"),
                        LocalDate.of(1815, 12, 10),
                        UUID.fromString("4b1d3c9e-0000-4000-8000-000000000000"),
                        Colour.GREEN));
    }

    @Test
    void whatCanBeReadCanBeWritten() {
        Instant now = Instant.parse("2026-01-02T02:04:05.678Z");
        List<String> rows = jdbc.query(
                "select cast(? as timestamptz) = timestamptz '2026-01-02 03:04:05.678+01', cast(? as text)",
                (row, _) -> row.getBoolean(1) + " " + row.getString(2),
                now,
                Colour.GREEN);
        assertThat(rows).containsExactly("true GREEN");
    }

    @Test
    void aNullIsANullWhereTheComponentCanHoldIt() {
        EveryType row = jdbc.queryForObject("""
                        select 1 as number, null::int as maybe_number, 1::bigint as big_number, null::bigint as maybe_big, 1::float8 as ratio,
                            true as flag, null::bool as maybe_flag, null as text, null::numeric as price, null::bytea as bytes,
                            null::timestamptz as created_at, null::date as born_on, null::uuid as key, null as colour
                        """, EveryType.class).orElseThrow();
        assertThat(row)
                .isEqualTo(new EveryType(1, null, 1, null, 1, true, null, null, null, null, null, null, null, null));
    }

    @Test
    void aNullForAPrimitiveNamesTheColumn() {
        assertThatThrownBy(() ->
                        jdbc.queryForList("select null::bigint as id, '' as name, '' as description", Entry.class))
                .isInstanceOf(DataAccessException.class)
                .hasMessageContainingAll("id", "null", "primitive");
    }

    @Test
    void aColumnThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> jdbc.queryForList("select 1 as id", Entry.class))
                .hasMessageContaining("name");
    }

    @Test
    void aConstantThatIsNoneIsNamed() {
        assertThatThrownBy(() -> jdbc.queryForList("""
                select 1 as number, 1 as maybe_number, 1 as big_number, 1 as maybe_big, 1 as ratio, true as flag, true as maybe_flag,
                    '' as text, 1 as price, ''::bytea as bytes, now() as created_at, now()::date as born_on,
                    null::uuid as key, 'blue' as colour
                """, EveryType.class))
                .hasMessageContainingAll("colour", "blue", "Colour");
    }

    @Test
    void oneObjectIsNoneOrOneAndNeverTheFirstOfMany() {
        String sql = "select id, 'n' as name, 'd' as description from generate_series(1, ?) id";
        assertThat(jdbc.queryForObject(sql, Entry.class, 0)).isEmpty();
        assertThat(jdbc.queryForObject(sql, Entry.class, 1)).contains(new Entry(1, "n", "d"));
        assertThatThrownBy(() -> jdbc.queryForObject(sql, Entry.class, 2))
                .isInstanceOf(DataAccessException.class)
                .hasMessageContaining("several rows");
    }

    @Test
    void aClassWithoutTheAnnotationIsRefusedWithTheCure() {
        assertThatThrownBy(() -> jdbc.queryForList("select 1", Duration.class)).hasMessageContaining("@Row");
    }
}
