package comparison.app;

import comparison.contract.BlockingAppContract;
import java.util.Map;

class HelidonContractIT extends BlockingAppContract {
    HelidonContractIT() {
        super("helidon-app", Map.of("THREADS", "virtual"));
    }
}
