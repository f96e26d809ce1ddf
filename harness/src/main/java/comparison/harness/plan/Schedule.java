package comparison.harness.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The order of invocations. They come in rounds, each round has every variant once in an order of its own, so that a slow
 * drift of the machine falls on all variants alike.
 */
final class Schedule {

    private Schedule() {}

    /** Draws the order: the same seed gives the same order. */
    static List<Plan.Slot> draw(List<String> variants, int invocations, long seed) {
        Random random = new Random(seed);
        List<Plan.Slot> order = new ArrayList<>();
        for (int invocation = 1; invocation <= invocations; invocation++) {
            List<String> round = new ArrayList<>(variants);
            Collections.shuffle(round, random);
            for (String variant : round) {
                order.add(new Plan.Slot(variant, invocation));
            }
        }
        return List.copyOf(order);
    }
}
