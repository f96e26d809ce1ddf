package comparison.app;

import comparison.contract.BenchmarkRoutes;
import comparison.contract.BlockingAppContract;
import java.util.Map;

class ServletDataVirtualContractIT extends BlockingAppContract implements BenchmarkRoutes {
    ServletDataVirtualContractIT() {
        super("servlet-data-app", Map.of("THREADS", "virtual"));
    }
}
