package comparison.harness.cli;

import comparison.harness.Fault;
import comparison.harness.plan.Plan;
import comparison.harness.probe.HotSpot;
import comparison.harness.record.Environment;
import comparison.harness.record.Json;
import comparison.harness.record.Load;
import comparison.harness.record.RunFolder;
import comparison.harness.record.Steady;
import comparison.harness.workload.Phase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks a run against the standards for publishing. */
record Standards(Project project, RunFolder run, Plan plan, List<Environment> sessions) {

    private static final int LEAST_STARTS = 12;
    private static final double MOST_STEAL = 0.05;

    /** Accepted share of loads with too much steal, and of a variant's warm loads that are not steady. */
    private static final double PART = 0.1;

    /**
     * Returns the standards that a run misses, one per line.
     *
     * @throws Fault of kind BAD_INPUT if it has no plan
     */
    static List<String> missed(Project project, RunFolder run) {
        Standards standards = new Standards(project, run, run.planned(), run.sessions());
        return Stream.of(
                        standards.commits(),
                        standards.starts(),
                        standards.steady(),
                        standards.load(),
                        standards.steal())
                .flatMap(lines -> lines)
                .toList();
    }

    private Stream<String> commits() {
        return sessions.stream().map(Environment::commit).distinct().flatMap(commit -> commit(commit).stream());
    }

    private Optional<String> commit(String commit) {
        if (!commit.matches("[0-9a-f]+")) {
            return Optional.of("no commit has what was measured (%s)".formatted(commit));
        }
        Optional<List<String>> changed = Surroundings.changedSince(project.path(), commit);
        if (changed.isEmpty()) {
            return Optional.of("its commit %s is not in this clone".formatted(commit));
        }
        return changed.filter(files -> !files.isEmpty())
                .map(files -> "the code has changed since its commit %s, in %d file%s such as %s"
                        .formatted(commit, files.size(), files.size() == 1 ? "" : "s", files.getFirst()));
    }

    private Stream<String> starts() {
        return plan.invocations() >= LEAST_STARTS
                ? Stream.empty()
                : Stream.of("it has %d start%s of each variant instead of %d"
                        .formatted(plan.invocations(), plan.invocations() == 1 ? "" : "s", LEAST_STARTS));
    }

    /** One start of a variant in ten may not be steady. Its figures are marked, but they count. */
    private Stream<String> steady() {
        List<Plan.Slot> warm = plan.measures(Phase.WARM) ? plan.order() : List.of();
        Map<String, List<Plan.Slot>> variants = warm.stream()
                .collect(Collectors.groupingBy(Plan.Slot::variant, LinkedHashMap::new, Collectors.toList()));
        return variants.entrySet().stream().flatMap(variant -> steady(variant.getKey(), variant.getValue()));
    }

    private Stream<String> steady(String variant, List<Plan.Slot> warm) {
        long early = warm.stream().filter(slot -> !begunSteady(slot)).count();
        long compiling = warm.stream().filter(this::compiled).count();
        return Stream.of(
                        missed(
                                early,
                                warm.size(),
                                "%d of %d warm loads of " + variant + " began before the server was steady"),
                        missed(
                                compiling,
                                warm.size(),
                                "in %d of %d warm loads of " + variant + " the JIT compilers were at work"))
                .flatMap(Optional::stream);
    }

    private static Optional<String> missed(long loads, int all, String text) {
        return loads <= all * PART ? Optional.empty() : Optional.of(text.formatted(loads, all));
    }

    private boolean begunSteady(Plan.Slot slot) {
        return Json.read(run.invocation(slot).steady(), Steady.class)
                .filter(Steady::reached)
                .isPresent();
    }

    private boolean compiled(Plan.Slot slot) {
        return Load.read(run.invocation(slot).load(Phase.WARM))
                .flatMap(HotSpot::compiling)
                .isPresent();
    }

    /** Names the busiest session only. */
    private Stream<String> load() {
        return sessions.stream()
                .filter(Environment::busyBefore)
                .max(Comparator.comparingDouble(Environment::loadAverageBefore))
                .map(session -> String.format(
                        Locale.ROOT,
                        "the load average was %.1f on %d cores before it began; at most %.1f is calm",
                        session.loadAverageBefore(),
                        session.machine().cores(),
                        session.machine().mostLoad()))
                .stream();
    }

    private Stream<String> steal() {
        List<Double> shares = new ArrayList<>();
        for (Plan.Slot slot : plan.order()) {
            for (Phase phase : plan.phases()) {
                Load.read(run.invocation(slot).load(phase))
                        .map(Load::pressure)
                        .map(Load.Pressure::stealShareDuring)
                        .filter(Objects::nonNull)
                        .ifPresent(shares::add);
            }
        }
        long stolen = shares.stream().filter(share -> share > MOST_STEAL).count();
        return missed(stolen, shares.size(), "the hypervisor took more than 5 %% of the CPU time in %d of %d loads")
                .stream();
    }
}
