package comparison.app;

import comparison.contract.AppContract;
import comparison.contract.BenchmarkRoutes;
import java.util.Map;

class WebFluxPlatformContractIT extends AppContract implements BenchmarkRoutes {
    WebFluxPlatformContractIT() {
        super("webflux-app", Map.of("THREADS", "platform"));
    }
}
