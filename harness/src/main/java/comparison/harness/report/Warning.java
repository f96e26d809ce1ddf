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
    private static final double MOST_STEAL = 0.02;

    /**
     * Largest acceptable noise of the machine, as a standard deviation of logarithms (about a share of 1). Above it,
     * figures vary with the machine and not only between the server's starts.
     */
    static final double MOST_MACHINE_NOISE = 0.05;

    private static final String OTHER_SQL = "other-sql";
    private static final String RATE_IS_SET = "rate-is-set";

    /** Two each for the server, the database and the client. */
    private static final int CORES_FOR_ALL = 6;

    /** From so many of a kind on, a reader wants to know how many there are and not to read each. */
    private static final int MANY = 4;

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
                (alike ? "" : "for example, ") + first.text(),
                first.cure());
    }

    /** Collects the warnings that follow from the plan and the environments of its sessions, in order. */
    static List<Warning> of(Plan plan, List<Environment> sessions) {
        List<Warning> warnings = new ArrayList<>();
        if (plan.invocations() < Ratio.LEAST_STARTS) {
            warnings.add(tooFew(plan.invocations()));
        }
        plan.simulations().stream()
                .map(Simulation::timeScale)
                .filter(scale -> scale != 1)
                .limit(1)
                .map(Warning::timeScale)
                .forEach(warnings::add);
        plan.variants().stream()
                .filter(variant -> variant.serves() == Served.LOAD_PLAN)
                .forEach(variant -> warnings.add(loadPlanOnly(variant.id())));
        plan.variants().stream()
                .filter(variant -> !variant.serves().agreedSql())
                .forEach(variant -> warnings.add(otherSql(variant.id())));
        if (plan.open() && plan.simulations().isEmpty()) {
            warnings.add(rateIsSet());
        }
        sessions.stream()
                .limit(1)
                .map(session -> session.machine().cores())
                .filter(cores -> cores < CORES_FOR_ALL)
                .map(Warning::shared)
                .forEach(warnings::add);
        sessions.stream()
                .filter(Environment::busyBefore)
                .map(session -> busyBefore(
                        session.loadAverageBefore(), session.machine().cores()))
                .forEach(warnings::add);
        List<String> commits =
                sessions.stream().map(Environment::commit).distinct().toList();
        if (commits.size() > 1) {
            warnings.add(otherCommit(commits));
        }
        return warnings;
    }

    /** Lists the variants for which the database does other work than for the others. */
    static Set<String> otherSql(List<Warning> warnings) {
        return warnings.stream()
                .filter(warning -> warning.code().equals(OTHER_SQL))
                .map(Warning::about)
                .collect(Collectors.toSet());
    }

    /** Tells whether the run is of the open model, whose throughput is its input. */
    static boolean rateIsSet(List<Warning> warnings) {
        return warnings.stream().anyMatch(warning -> warning.code().equals(RATE_IS_SET));
    }

    /** Collects the warnings about one load: a client at its limit, and CPU time taken by the hypervisor. */
    static List<Warning> of(String about, Load load) {
        List<Warning> warnings = new ArrayList<>();
        Load.Client client = load.client();
        if (client != null && client.bound()) {
            warnings.add(clientBound(about, String.valueOf(client.reason())));
        }
        Load.Pressure pressure = load.pressure();
        Double steal = pressure == null ? null : pressure.stealShareDuring();
        if (steal != null && steal > MOST_STEAL) {
            warnings.add(steal(about, steal));
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
            Spread spread = cell.figures().get(metric.metric().key());
            if (spread != null
                    && spread.n() >= Spread.ENOUGH_FOR_AN_INTERVAL
                    && !spread.outliers().isEmpty()) {
                warnings.add(outlier(
                        cell.variant() + " " + cell.phase(),
                        metric.metric().key(),
                        spread.outliers().size()));
            }
        }
        return warnings;
    }

    private static Warning timeScale(double scale) {
        return new Warning(
                "time-scale",
                "all cells",
                "durations are %s of the published ones, so fewer requests come, and a cold server is seen for less time"
                        .formatted(scale),
                "measure with --time-scale 1 before you compare the figures with published ones");
    }

    private static Warning clientBound(String about, String reason) {
        return new Warning(
                "client-bound",
                about,
                "the client, not the server, may have set the throughput: " + reason,
                "compare CPU per 1000 requests, or give the client more processors");
    }

    private static Warning steal(String about, double share) {
        return new Warning(
                "steal",
                about,
                String.format(Locale.ROOT, "the hypervisor took %.1f %% of the CPU time during the load", share * 100),
                "measure again on a machine of its own, or at a quieter time");
    }

    static Warning machineSpeed(double noise) {
        return new Warning(
                "machine-speed",
                "all cells",
                String.format(
                        Locale.ROOT,
                        "the database needed processor times for the same statements that vary by %.0f %% between starts of the same variant: the machine itself was faster in some starts than in others",
                        noise * 100),
                "more starts make intervals narrower (--precision); a machine of its own, with a fixed clock, makes them calm");
    }

    static Warning splitRounds(List<Integer> rounds) {
        return new Warning(
                "split-round",
                "all cells",
                "round%s %s: the starts were measured in different sessions, so their ratios compare what may be hours apart"
                        .formatted(
                                rounds.size() == 1 ? "" : "s",
                                rounds.stream().map(String::valueOf).collect(Collectors.joining(", "))),
                "delete the folders of all starts of such a round and measure them together, with --resume");
    }

    static Warning wholeSystem(String cells) {
        return new Warning(
                "whole-system",
                "throughput and latency of " + cells,
                "the server used less than half of the CPU time in use, so they are the whole system's",
                "compare CPU per 1000 requests, which is the server's own");
    }

    static Warning notScraped(String variant, long answered, int scrapes) {
        return new Warning(
                "not-scraped",
                variant,
                "%d of %d fetches of its metrics page were answered, so it was observed less than in production"
                        .formatted(answered, scrapes),
                "serve /actuator/prometheus on MANAGEMENT_SERVER_PORT, or measure all variants with --no-scrape");
    }

    static Warning notSteady(String about, String criterion) {
        return new Warning(
                "not-steady",
                about,
                "no steady state was reached: " + criterion,
                "measure on a quieter machine, or with longer loads");
    }

    private static Warning loadPlanOnly(String variant) {
        return new Warning(
                "load-plan-only",
                variant,
                "it serves no more than the load plan, so the contract was not checked; its answers and its SQL were",
                "compare it with variants that serve the whole Person API only if that is what you ask for");
    }

    private static Warning otherSql(String variant) {
        return new Warning(
                OTHER_SQL,
                variant,
                "its SQL is Spring Data's and more work for the database, so its figures get no verdict",
                "see in discarded-start/%s/work.json what the database executes for each kind of request"
                        .formatted(variant));
    }

    private static Warning rateIsSet() {
        return new Warning(
                RATE_IS_SET,
                "throughput of all cells",
                "requests arrive on a schedule, so it is what was asked for and gets no verdict",
                "compare CPU per 1000 requests and latency; a load without --rate shows what a server can do");
    }

    private static Warning tooFew(int starts) {
        return new Warning(
                "too-few-starts",
                "all cells",
                "%s fresh start%s per variant: too few for an interval or a verdict"
                        .formatted(starts, starts == 1 ? "" : "s"),
                "measure with --invocations 12");
    }

    private static Warning busyBefore(double load, int cores) {
        return new Warning(
                "busy-machine",
                "all cells",
                String.format(Locale.ROOT, "load average %.2f on %s cores before the run began", load, cores),
                "end other programs and measure again");
    }

    private static Warning otherCommit(List<String> commits) {
        return new Warning(
                "other-commit",
                "all cells",
                "the run was resumed with --resume --anyway after the project had changed: its sessions are of the commits "
                        + String.join(", then ", commits),
                "see that what changed between them is not what is measured, or measure anew");
    }

    private static Warning shared(int cores) {
        return new Warning(
                "shared-cores",
                "throughput, latency and start-up of all cells",
                "the client, server and database share %s cores, so the most expensive process slows the others"
                        .formatted(cores),
                "compare CPU per 1000 requests, which holds, or use a machine with at least 6 cores");
    }

    private static Warning outlier(String about, String figure, int count) {
        return new Warning(
                "outlier",
                about,
                "%s start%s far from the others in %s; shown, and counted like all"
                        .formatted(count, count == 1 ? " is" : "s are", figure),
                "look at its app.log; if nothing explains it, more starts make it weigh less");
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
