package comparison.app;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.contract.BenchmarkRoutes;
import comparison.contract.BlockingAppContract;
import comparison.contract.WorkCount;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ServletDataPlatformContractIT extends BlockingAppContract implements BenchmarkRoutes {
    ServletDataPlatformContractIT() {
        super("servlet-data-app", Map.of("THREADS", "platform"));
    }

    /** There is also a COMMIT for each BEGIN, but PostgreSQL counts only the first. */
    @Test
    void eachRequestIsATransactionAndWhatChangesAPersonReadsFirst() throws SQLException {
        String select = "select pe1_0.id,pe1_0.description,pe1_0.name from person pe1_0 where pe1_0.id=$1";
        assertThat(WorkCount.of(target(), Objects.requireNonNull(target().database()), 8))
                .isEqualTo(Map.of(
                        "create",
                        Map.of("BEGIN", 8L, "insert into person (description,name) values ($1,$2)\nRETURNING *", 8L),
                        "read",
                        Map.of("BEGIN READ ONLY", 8L, select, 8L),
                        "update",
                        Map.of("BEGIN", 8L, select, 8L, "update person set description=$1,name=$2 where id=$3", 8L),
                        "delete",
                        Map.of("BEGIN", 8L, select, 8L, "delete from person where id=$1", 8L)));
    }
}
