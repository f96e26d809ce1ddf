package comparison.app;

import comparison.contract.BlockingAppContract;
import java.util.Map;

class QuarkusContractIT extends BlockingAppContract {
    QuarkusContractIT() {
        super("quarkus-app/quarkus-run", Map.of("THREADS", "virtual"));
    }
}
