package comparison.app;

import comparison.contract.BlockingAppContract;
import java.util.Map;

class ServletVirtualContractIT extends BlockingAppContract {
    ServletVirtualContractIT() {
        super("servlet-app", Map.of("THREADS", "virtual"));
    }
}
