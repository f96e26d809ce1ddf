package comparison.app;

import comparison.contract.BlockingAppContract;
import comparison.contract.WaitingContract;
import java.util.Map;

class HelidonContractIT extends BlockingAppContract implements WaitingContract {
    HelidonContractIT() {
        super("helidon-app", Map.of("THREADS", "virtual"));
    }
}
