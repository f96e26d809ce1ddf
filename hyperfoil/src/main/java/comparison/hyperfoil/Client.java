package comparison.hyperfoil;

import comparison.client.Orders;
import comparison.client.Samples;
import io.hyperfoil.core.impl.LocalSimulationRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * Runs Hyperfoil in a process that sends one load after the other. Loads arrive through {@link Orders}: {@code plan} is
 * the JMeter plan whose data are used, {@code result} a file, {@code host} and {@code port} the server. {@code threads}
 * and {@code loops} define a closed model, {@code arrivals} per second and {@code seconds} an open one. With
 * {@code connections}, arrivals share so many kept connections; without, each opens one.
 */
public final class Client {

    private Client() {}

    /** Executes orders until the end of the input. */
    public static void main(String... arguments) throws IOException {
        new Orders().serve(Client::load);
        // Netty keeps threads alive for a while.
        System.exit(0);
    }

    /** Sends one load and returns its counts. */
    static String load(Map<String, String> settings) throws IOException {
        Path plan = Path.of(Orders.setting(settings, "plan"));
        People people = People.read(plan.resolveSibling("data").resolve("people.csv"));
        Samples samples = Samples.inMicros(Path.of(Orders.setting(settings, "result")));
        try (samples) {
            new LocalSimulationRunner(new Crud(people, samples).benchmark(settings)).run();
        }
        return samples.counts();
    }
}
