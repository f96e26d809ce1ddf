package comparison.app;

import comparison.contract.BenchmarkRoutes;
import comparison.contract.BlockingAppContract;
import java.util.Map;

class SproutHybridPlatformContractIT extends BlockingAppContract implements BenchmarkRoutes {
    SproutHybridPlatformContractIT() {
        super("sprout-app", Map.of("EXECUTION_MODE", "hybrid", "THREADS", "platform"));
    }
}
