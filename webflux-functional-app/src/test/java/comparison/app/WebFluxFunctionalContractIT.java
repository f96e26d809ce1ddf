package comparison.app;

import comparison.contract.AppContract;
import java.util.Map;

class WebFluxFunctionalContractIT extends AppContract {
    WebFluxFunctionalContractIT() {
        super("webflux-functional-app", Map.of());
    }
}
