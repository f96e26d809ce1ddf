package comparison.app;

import comparison.contract.AppContract;
import java.util.Map;

class SproutNioVirtualContractIT extends AppContract {
    SproutNioVirtualContractIT() {
        super("sprout-app", Map.of("EXECUTION_MODE", "nio", "THREADS", "virtual"));
    }
}
