package comparison.app;

import comparison.contract.AppContract;
import java.util.Map;

class WebFluxVirtualContractIT extends AppContract {
    WebFluxVirtualContractIT() {
        super("webflux-app", Map.of("THREADS", "virtual"));
    }
}
