package comparison.harness.plan;

import comparison.harness.workload.Phase;
import comparison.harness.workload.Simulation;
import java.util.List;

/**
 * A named plan. The command line can override each of its parts.
 *
 * @param id name on the command line
 * @param about what it is, in a few words
 * @param variants ids of the variants that it measures
 * @param threads client threads
 * @param loops of each client thread per load
 * @param warmLoops of each client thread in the warm load
 * @param phases which loads become rows of the table
 * @param invocations fresh starts per variant
 * @param table what each server finds in the table of people
 * @param simulations what is sent instead of create, read, update and delete; empty for those
 */
public record Preset(
        String id,
        String about,
        List<String> variants,
        int threads,
        int loops,
        int warmLoops,
        List<Phase> phases,
        int invocations,
        TableState table,
        List<Simulation> simulations) {}
