package comparison.app;

import comparison.contract.AppContract;
import java.util.Map;

class ServletPlatformContractIT extends AppContract {
    ServletPlatformContractIT() {
        super("servlet-app", Map.of("THREADS", "platform"));
    }
}
