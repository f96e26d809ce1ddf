package comparison.app;

import comparison.contract.BenchmarkRoutes;
import comparison.contract.BlockingAppContract;
import java.util.Map;

class ServletPlatformContractIT extends BlockingAppContract implements BenchmarkRoutes {
    ServletPlatformContractIT() {
        super("servlet-app", Map.of("THREADS", "platform"));
    }
}
