package comparison.app;

import comparison.contract.AppContract;
import comparison.contract.WaitingContract;
import java.util.Map;

class VertxContractIT extends AppContract implements WaitingContract {
    VertxContractIT() {
        super("vertx-app", Map.of());
    }
}
