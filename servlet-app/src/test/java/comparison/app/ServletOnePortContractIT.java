package comparison.app;

import comparison.contract.BenchmarkRoutes;
import comparison.contract.BlockingAppContract;
import java.util.Map;

class ServletOnePortContractIT extends BlockingAppContract implements BenchmarkRoutes {
    ServletOnePortContractIT() {
        super("servlet-app", Map.of("THREADS", "virtual", "MANAGEMENT_SERVER_PORT", ""));
    }
}
