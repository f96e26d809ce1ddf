package comparison.app;

import comparison.contract.BlockingAppContract;
import comparison.contract.WaitingContract;
import java.util.Map;

/** Checks the layout of the app for which an AOT cache is created. */
class QuarkusAotLayoutContractIT extends BlockingAppContract implements WaitingContract {
    QuarkusAotLayoutContractIT() {
        super("quarkus-app-aot/quarkus-run", Map.of("THREADS", "virtual"));
    }
}
