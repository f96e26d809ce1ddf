package comparison.app;

import comparison.contract.AppContract;
import java.util.Map;

class WebFluxPlatformContractIT extends AppContract {
    WebFluxPlatformContractIT() {
        super("webflux-app", Map.of("THREADS", "platform"));
    }
}
