package comparison.app;

import comparison.contract.AppContract;
import comparison.contract.BenchmarkRoutes;
import java.util.Map;

class WebFluxVirtualContractIT extends AppContract implements BenchmarkRoutes {
    WebFluxVirtualContractIT() {
        super("webflux-app", Map.of("THREADS", "virtual"));
    }
}
