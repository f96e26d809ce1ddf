package comparison.harness.report;

import comparison.harness.plan.Plan;
import comparison.harness.plan.Served;
import comparison.harness.record.Environment;
import comparison.harness.record.Load;
import comparison.harness.stats.Ratio;
import comparison.harness.stats.Spread;
import comparison.harness.workload.Simulation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A reason why figures are less certain than they look, and what to do about it.
 *
 * @param code short name, for programs
 * @param about the cell or other subject that it concerns
 * @param text what was observed
 * @param cure what to do
 */
public record Warning(String code, String about, String text, String cure) {

    /**
     * Largest acceptable share of CPU time taken by the hypervisor. Above it, other virtual machines affect the
     * figures.
     */
    static final double MOST_STEAL = 0.02;

    /**
     * Largest share of the CPU time in use that other programs may have. Kernel threads, which write to the disk, and the
     * harness itself had at most 0.11 in warm loads and 0.2 in cold ones (published runs of November 2026).
     */
    static final double MOST_FOR_OTHERS = 0.25;

    private static final Set<String> DISTURBANCES = Stream.of(
                    Doubt.STEAL,
                    Doubt.NOT_STEADY,
                    Doubt.MACHINE_SPEED,
                    Doubt.DATABASE_STATE,
                    Doubt.OTHER_PROGRAMS,
                    Doubt.BUSY_MACHINE)
            .map(Doubt::code)
            .collect(Collectors.toUnmodifiableSet());

    /** Two each for the server, the database and the client. */
    private static final int CORES_FOR_ALL = 6;

    /** From this number of warnings of a kind on, their count tells a reader more than each one. */
    private static final int MANY = 4;

    /** Whether the machine is the likely cause, so that a run which goes on there is disturbed further. */
    boolean disturbance() {
        return DISTURBANCES.contains(code);
    }

    /** Replaces many warnings of a kind by one, at the place of the first, that counts them by variant. */
    static List<Warning> grouped(List<Warning> warnings) {
        Map<String, List<Warning>> kinds = warnings.stream().collect(Collectors.groupingBy(Warning::code));
        return warnings.stream()
                .map(warning -> {
                    List<Warning> kind = Objects.requireNonNull(kinds.get(warning.code()));
                    return kind.size() < MANY ? warning : together(kind);
                })
                .distinct()
                .toList();
    }

    private static Warning together(List<Warning> kind) {
        Map<String, Long> counts = kind.stream()
                .collect(Collectors.groupingBy(
                        warning -> warning.about().split(" ", 2)[0], LinkedHashMap::new, Collectors.counting()));
        String where = counts.entrySet().stream()
                .map(count -> "%s %d".formatted(count.getKey(), count.getValue()))
                .collect(Collectors.joining(", "));
        Warning first = kind.getFirst();
        boolean alike = kind.stream().map(Warning::text).distinct().count() == 1;
        return new Warning(
                first.code(),
                "%d times (%s)".formatted(kind.size(), where),
                (alike ? "" : "for example, %s: ".formatted(first.about())) + first.text(),
                first.cure());
    }

    /** Collects the warnings that follow from the plan and the environments of its sessions, in order. */
    static List<Warning> of(Plan plan, List<Environment> sessions) {
        List<Warning> warnings = new ArrayList<>();
        if (plan.invocations() < Ratio.LEAST_STARTS) {
            warnings.add(Doubt.TOO_FEW_STARTS.aboutAll(plan.invocations(), plan.invocations() == 1 ? "" : "s"));
        }
        plan.simulations().stream()
                .map(Simulation::timeScale)
                .filter(scale -> scale != 1)
                .limit(1)
                .map(Doubt.TIME_SCALE::aboutAll)
                .forEach(warnings::add);
        plan.variants().stream()
                .filter(variant -> variant.serves() == Served.LOAD_PLAN)
                .forEach(variant -> warnings.add(Doubt.LOAD_PLAN_ONLY.about(variant.id())));
        plan.variants().stream()
                .filter(variant -> !variant.serves().agreedSql())
                .forEach(variant -> warnings.add(Doubt.OTHER_SQL.about(variant.id())));
        if (plan.open() && plan.simulations().isEmpty()) {
            warnings.add(Doubt.RATE_IS_SET.about("throughput of all cells"));
        }
        sessions.stream()
                .limit(1)
                .map(session -> session.machine().cores())
                .filter(cores -> cores < CORES_FOR_ALL)
                .map(cores -> Doubt.SHARED_CORES.about("throughput, latency and start-up of all cells", cores))
                .forEach(warnings::add);
        sessions.stream()
                .filter(Environment::busyBefore)
                .map(session -> Doubt.BUSY_MACHINE.aboutAll(
                        session.loadAverageBefore(), session.machine().cores()))
                .forEach(warnings::add);
        List<String> commits =
                sessions.stream().map(Environment::commit).distinct().toList();
        if (commits.size() > 1) {
            warnings.add(Doubt.OTHER_COMMIT.aboutAll(String.join(", then ", commits)));
        }
        return warnings;
    }

    /** Lists the variants for which the database does other work than for the others. */
    static Set<String> otherSql(List<Warning> warnings) {
        return warnings.stream()
                .filter(warning -> warning.code().equals(Doubt.OTHER_SQL.code()))
                .map(Warning::about)
                .collect(Collectors.toSet());
    }

    /** Tells whether the run is of the open model, whose throughput is its input. */
    static boolean rateIsSet(List<Warning> warnings) {
        return warnings.stream().anyMatch(warning -> warning.code().equals(Doubt.RATE_IS_SET.code()));
    }

    /** Collects the warnings about one load: a client at its limit, and CPU time taken by the hypervisor. */
    static List<Warning> of(String about, Load load) {
        List<Warning> warnings = new ArrayList<>();
        Load.Client client = load.client();
        if (client.bound()) {
            warnings.add(Doubt.CLIENT_BOUND.about(about, String.valueOf(client.reason())));
        }
        Double steal = load.pressure().stealShareDuring();
        if (steal != null && steal > MOST_STEAL) {
            warnings.add(Doubt.STEAL.about(about, steal * 100));
        }
        return warnings;
    }

    /**
     * Warns about metrics of a cell with outliers among the starts. It needs at least
     * {@link Spread#ENOUGH_FOR_AN_INTERVAL} starts.
     */
    static List<Warning> outliers(Cell cell, Set<Primary> metrics) {
        List<Warning> warnings = new ArrayList<>();
        for (Primary metric : metrics) {
            cell.figure(metric.metric())
                    .filter(spread -> spread.n() >= Spread.ENOUGH_FOR_AN_INTERVAL)
                    .map(spread -> spread.outliers().size())
                    .filter(count -> count > 0)
                    .map(count -> Doubt.OUTLIER.about(
                            cell.name(),
                            count,
                            count == 1 ? "" : "s",
                            metric.metric().title()))
                    .ifPresent(warnings::add);
        }
        return warnings;
    }

    /** Formats the warning on one line. */
    public String line() {
        return "%s: %s. %s.".formatted(about, text, advice());
    }

    /** Formats the remedy with an upper-case first letter. */
    String advice() {
        return cure.substring(0, 1).toUpperCase(Locale.ROOT) + cure.substring(1);
    }
}
