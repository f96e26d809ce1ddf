package comparison.app;

import comparison.contract.BlockingAppContract;
import java.util.Map;

class ServletPlatformContractIT extends BlockingAppContract {
    ServletPlatformContractIT() {
        super("servlet-app", Map.of("THREADS", "platform"));
    }
}
