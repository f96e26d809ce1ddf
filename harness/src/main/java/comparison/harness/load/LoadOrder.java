package comparison.harness.load;

import java.util.Map;
import java.util.TreeMap;

/**
 * What the client shall send.
 *
 * @param threads client threads
 * @param loops of each thread, four samples each
 */
public record LoadOrder(int threads, int loops) {

    /** Returns the name of the plan's file. */
    public String plan() {
        return "person-crud.jmx";
    }

    /** Returns the settings of the plan. */
    Map<String, String> settings() {
        return new TreeMap<>(Map.of("threads", Integer.toString(threads), "loops", Integer.toString(loops)));
    }
}
