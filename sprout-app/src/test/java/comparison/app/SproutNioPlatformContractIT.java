package comparison.app;

import comparison.contract.BenchmarkRoutes;
import comparison.contract.BlockingAppContract;
import java.util.Map;

class SproutNioPlatformContractIT extends BlockingAppContract implements BenchmarkRoutes {
    SproutNioPlatformContractIT() {
        super("sprout-app", Map.of("EXECUTION_MODE", "nio", "THREADS", "platform"));
    }
}
