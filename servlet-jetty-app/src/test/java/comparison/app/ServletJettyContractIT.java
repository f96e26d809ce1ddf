package comparison.app;

import comparison.contract.BenchmarkRoutes;
import comparison.contract.BlockingAppContract;
import java.util.Map;

class ServletJettyContractIT extends BlockingAppContract implements BenchmarkRoutes {
    ServletJettyContractIT() {
        super("servlet-jetty-app", Map.of("THREADS", "platform"));
    }
}
