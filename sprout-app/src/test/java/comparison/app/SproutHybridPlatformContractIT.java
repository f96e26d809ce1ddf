package comparison.app;

import comparison.contract.BlockingAppContract;
import java.util.Map;

class SproutHybridPlatformContractIT extends BlockingAppContract {
    SproutHybridPlatformContractIT() {
        super("sprout-app", Map.of("EXECUTION_MODE", "hybrid", "THREADS", "platform"));
    }
}
