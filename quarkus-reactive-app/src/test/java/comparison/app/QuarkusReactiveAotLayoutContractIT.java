package comparison.app;

import comparison.contract.AppContract;
import comparison.contract.WaitingContract;
import java.util.Map;

/** Checks the layout of the app for which an AOT cache is created. */
class QuarkusReactiveAotLayoutContractIT extends AppContract implements WaitingContract {
    QuarkusReactiveAotLayoutContractIT() {
        super("quarkus-reactive-app-aot/quarkus-run", Map.of());
    }
}
