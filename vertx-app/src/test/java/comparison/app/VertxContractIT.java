package comparison.app;

import comparison.contract.AppContract;
import java.util.Map;

class VertxContractIT extends AppContract {
    VertxContractIT() {
        super("vertx-app", Map.of());
    }
}
