package comparison.harness.workload;

import java.util.Map;
import java.util.TreeMap;

/**
 * Create, read, update and delete in a closed loop: each client thread asks again as soon as it is answered.
 *
 * @param threads client threads, at least 1
 * @param loops of each thread, at least 1; {@link #OPERATIONS} requests each
 */
public record Loops(int threads, int loops) implements Workload {

    @Override
    public int requests() {
        return threads * loops * OPERATIONS;
    }

    @Override
    public boolean open() {
        return false;
    }

    @Override
    public String words() {
        return "%s threads x %s loops of create, read, update, delete: %s samples per load"
                .formatted(threads, loops, requests());
    }

    @Override
    public Map<String, String> settings() {
        return new TreeMap<>(Map.of("threads", Integer.toString(threads), "loops", Integer.toString(loops)));
    }
}
