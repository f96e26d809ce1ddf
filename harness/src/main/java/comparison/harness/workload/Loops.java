package comparison.harness.workload;

import java.util.Map;
import java.util.TreeMap;

/**
 * Create, read, update and delete in a closed loop: each client thread sends the next request when it has the response.
 *
 * @param threads client threads, at least 1
 * @param loops of each thread, at least 1; {@link #OPERATIONS} requests each
 * @param warmLoops of each thread in the phase {@link Phase#WARM}, at least 1
 */
public record Loops(int threads, int loops, int warmLoops) implements Workload {

    /** Creates a workload with the same number of loops in each phase. */
    public Loops(int threads, int loops) {
        this(threads, loops, loops);
    }

    @Override
    public Loops in(Phase phase) {
        return phase == Phase.WARM ? new Loops(threads, warmLoops) : new Loops(threads, loops);
    }

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
        return "%s threads x %s loops of create, read, update, delete%s: %s samples per load"
                .formatted(
                        threads,
                        loops,
                        warmLoops == loops ? "" : ", %s in the warm load".formatted(warmLoops),
                        warmLoops == loops
                                ? requests()
                                : requests() + " and " + in(Phase.WARM).requests());
    }

    @Override
    public Map<String, String> settings() {
        return new TreeMap<>(Map.of("threads", Integer.toString(threads), "loops", Integer.toString(loops)));
    }
}
