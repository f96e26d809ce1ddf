package comparison.app;

import comparison.contract.BlockingAppContract;
import java.util.Map;

/** In the layout that an AOT cache is made for. */
class QuarkusAotLayoutContractIT extends BlockingAppContract {
    QuarkusAotLayoutContractIT() {
        super("quarkus-app-aot/quarkus-run", Map.of("THREADS", "virtual"));
    }
}
