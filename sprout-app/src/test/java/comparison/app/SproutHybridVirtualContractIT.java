package comparison.app;

import comparison.contract.AppContract;
import java.util.Map;

class SproutHybridVirtualContractIT extends AppContract {
    SproutHybridVirtualContractIT() {
        super("sprout-app", Map.of("EXECUTION_MODE", "hybrid", "THREADS", "virtual"));
    }
}
