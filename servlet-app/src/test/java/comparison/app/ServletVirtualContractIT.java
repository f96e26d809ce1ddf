package comparison.app;

import comparison.contract.BenchmarkRoutes;
import comparison.contract.BlockingAppContract;
import java.util.Map;

class ServletVirtualContractIT extends BlockingAppContract implements BenchmarkRoutes {
    ServletVirtualContractIT() {
        super("servlet-app", Map.of("THREADS", "virtual"));
    }
}
