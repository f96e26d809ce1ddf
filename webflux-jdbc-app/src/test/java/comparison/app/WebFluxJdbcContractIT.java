package comparison.app;

import comparison.contract.AppContract;
import java.util.Map;

class WebFluxJdbcContractIT extends AppContract {
    WebFluxJdbcContractIT() {
        super("webflux-jdbc-app", Map.of());
    }
}
