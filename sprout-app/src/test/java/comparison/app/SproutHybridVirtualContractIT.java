package comparison.app;

import comparison.contract.BenchmarkRoutes;
import comparison.contract.BlockingAppContract;
import java.util.Map;

class SproutHybridVirtualContractIT extends BlockingAppContract implements BenchmarkRoutes {
    SproutHybridVirtualContractIT() {
        super("sprout-app", Map.of("EXECUTION_MODE", "hybrid", "THREADS", "virtual"));
    }
}
