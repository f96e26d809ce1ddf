package comparison.app;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.contract.AppContract;
import comparison.contract.BenchmarkRoutes;
import comparison.contract.WorkCount;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class WebFluxDataPlatformContractIT extends AppContract implements BenchmarkRoutes {
    WebFluxDataPlatformContractIT() {
        super("webflux-data-app", Map.of("THREADS", "platform"));
    }

    @Test
    void eachRequestIsOneStatement() throws SQLException {
        assertThat(WorkCount.of(target(), Objects.requireNonNull(target().database()), 8))
                .isEqualTo(Map.of(
                        "create",
                        Map.of(
                                "INSERT INTO \"person\" (\"name\", \"description\") VALUES ($1, $2) RETURNING \"id\"",
                                8L),
                        "read",
                        Map.of("SELECT \"person\".* FROM \"person\" WHERE \"person\".\"id\" = $1 LIMIT $2", 8L),
                        "update",
                        Map.of("update person set name = $1, description = $2 where id = $3", 8L),
                        "delete",
                        Map.of("DELETE FROM \"person\" WHERE \"person\".\"id\" = $1", 8L)));
    }
}
