package comparison.app;

import comparison.contract.AppContract;
import java.util.Map;

class SproutHybridPlatformContractIT extends AppContract {
    SproutHybridPlatformContractIT() {
        super("sprout-app", Map.of("EXECUTION_MODE", "hybrid", "THREADS", "platform"));
    }
}
