package comparison.app;

import comparison.contract.BlockingAppContract;
import java.util.Map;

class SproutNioVirtualContractIT extends BlockingAppContract {
    SproutNioVirtualContractIT() {
        super("sprout-app", Map.of("EXECUTION_MODE", "nio", "THREADS", "virtual"));
    }
}
