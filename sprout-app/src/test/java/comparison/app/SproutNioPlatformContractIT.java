package comparison.app;

import comparison.contract.AppContract;
import java.util.Map;

class SproutNioPlatformContractIT extends AppContract {
    SproutNioPlatformContractIT() {
        super("sprout-app", Map.of("EXECUTION_MODE", "nio", "THREADS", "platform"));
    }
}
