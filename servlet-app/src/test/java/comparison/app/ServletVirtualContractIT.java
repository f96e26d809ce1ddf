package comparison.app;

import comparison.contract.AppContract;
import java.util.Map;

class ServletVirtualContractIT extends AppContract {
    ServletVirtualContractIT() {
        super("servlet-app", Map.of("THREADS", "virtual"));
    }
}
