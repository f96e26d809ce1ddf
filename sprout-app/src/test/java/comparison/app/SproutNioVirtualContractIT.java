package comparison.app;

import comparison.contract.BenchmarkRoutes;
import comparison.contract.BlockingAppContract;
import java.util.Map;

class SproutNioVirtualContractIT extends BlockingAppContract implements BenchmarkRoutes {
    SproutNioVirtualContractIT() {
        super("sprout-app", Map.of("EXECUTION_MODE", "nio", "THREADS", "virtual"));
    }
}
