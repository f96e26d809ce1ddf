package comparison.harness.report;

import comparison.harness.Fault;
import comparison.harness.metric.Metric;
import comparison.harness.plan.Plan;
import comparison.harness.plan.TableState;
import comparison.harness.record.Environment;
import comparison.harness.record.Json;
import comparison.harness.record.RunFolder;
import comparison.harness.stats.Ratio;
import comparison.harness.stats.Rounds;
import comparison.harness.stats.Spread;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares a run, or one variant of it, with another, cell by cell. The two were not measured in common rounds, or that
 * is unknown, so values are compared without rounds (Welch). A change of the machine between the runs is part of the
 * ratio. This is why the runs must have been made under the same conditions. Most of it cancels in a {@link Contrast}.
 *
 * @param base the earlier run
 * @param now the later one
 * @param rows ratios now / base of the primary metrics, for variants that are in both
 * @param onlyInOne variants that are in only one of the two
 * @param otherSql variants for which the database does other work in one of the two than in the other
 */
public record RunComparison(
        Summary base, Summary now, List<Comparison> rows, Set<String> onlyInOne, Set<String> otherSql) {

    private static final Set<Requirement.Outcome> IDLE =
            EnumSet.of(Requirement.Outcome.MISSING, Requirement.Outcome.NOT_COMPARABLE);

    private static final List<Block.Column<Judgement>> JUDGEMENTS = List.of(
            new Block.Column<>("Fails if", judged -> judged.requirement().text()),
            new Block.Column<>("Variant", Judgement::variant),
            new Block.Column<>("Phase", Judgement::phase),
            new Block.Column<>("Seen", Judgement::seen),
            new Block.Column<>("Outcome", RunComparison::words));

    private static final List<Block.Column<Contrast>> CONTRASTS = List.of(
            new Block.Column<>("Variant", Contrast::variant),
            new Block.Column<>("Metric", contrast -> contrast.metric().title()),
            new Block.Column<>("Before", contrast -> contrast.before().text(2)),
            new Block.Column<>("Now", contrast -> contrast.now().text(2)),
            new Block.Column<>("Now / before", contrast -> contrast.change().text(2)));

    /**
     * The result of a requirement in one cell.
     *
     * @param requirement what is not allowed
     * @param variant id
     * @param phase of the cell: {@code cold}, {@code second} or {@code warm}
     * @param seen value and ratio, as text
     * @param outcome the result
     */
    public record Judgement(
            Requirement requirement, String variant, String phase, String seen, Requirement.Outcome outcome) {}

    /**
     * How the ratio of a variant to the reference differs between the runs.
     *
     * @param before ratio of the base, by rounds
     * @param now ratio of the later run, by rounds
     * @param change now / before. The ratios of the rounds of one run are independent of those of the other, so it has
     *     Welch's interval, {@link Ratio#unpaired}
     */
    public record Contrast(String variant, Primary metric, Ratio before, Ratio now, Ratio change) {

        static Optional<Contrast> of(String variant, Primary metric, Rounds before, Rounds now) {
            return before.ratio()
                    .flatMap(first -> now.ratio()
                            .flatMap(second -> Ratio.unpaired(now.quotients(), before.quotients())
                                    .filter(change -> change.low() != null)
                                    .map(change -> new Contrast(variant, metric, first, second, change))));
        }
    }

    /** Compares all variants that both runs have. */
    public static RunComparison of(Summary base, Summary now) {
        Set<String> otherSql = now.variants().stream()
                .filter(variant ->
                        base.otherSql().contains(variant) != now.otherSql().contains(variant))
                .collect(Collectors.toSet());
        return of(base, now, otherSql);
    }

    /**
     * Compares one variant of a run with the same or another variant of another run, or of the same one.
     *
     * @param before variant of the base
     * @param then variant of the later run
     * @throws Fault of kind BAD_INPUT if one of the two was not measured
     */
    public static RunComparison of(Summary base, String before, Summary now, String then) {
        if (before.equals(then)) {
            return of(base.only(before, then), now.only(then, then));
        }
        String title = then + " versus " + before;
        boolean otherSql = base.otherSql().contains(before) || now.otherSql().contains(then);
        return of(base.only(before, title), now.only(then, title), otherSql ? Set.of(title) : Set.of());
    }

    private static RunComparison of(Summary base, Summary now, Set<String> otherSql) {
        List<String> both = inBoth(now, base);
        Set<String> one = new LinkedHashSet<>(base.variants());
        one.addAll(now.variants());
        both.forEach(one::remove);
        List<Comparison> raw = new ArrayList<>();
        for (String variant : both) {
            for (Primary metric : Primary.values()) {
                List<Cell> earlier = cells(base, now, metric);
                List<Cell> later = cells(now, base, metric);
                String unjudged = unjudged(
                        metric.metric(),
                        metric.failed(earlier, variant) || metric.failed(later, variant),
                        variant,
                        base,
                        now,
                        otherSql);
                Requirement.ratio(
                                metric.of(earlier, variant).orElse(null),
                                metric.of(later, variant).orElse(null))
                        .map(ratio -> Comparison.unjudged(variant, variant, metric, ratio, unjudged))
                        .ifPresent(raw::add);
            }
        }
        return new RunComparison(base, now, Comparison.judged(raw), one, otherSql);
    }

    private static String unjudged(
            Metric metric, boolean failed, String variant, Summary base, Summary now, Set<String> otherSql) {
        return Comparison.unjudged(metric, failed, otherSql.contains(variant), base.rateIsSet() || now.rateIsSet());
    }

    /**
     * Selects the cells of the loads in which the other run has the metric, too, so that both figures are from the same
     * load.
     */
    private static List<Cell> cells(Summary summary, Summary other, Primary metric) {
        Set<String> phases = other.cells().stream()
                .filter(cell -> cell.figure(metric.metric()).isPresent())
                .map(Cell::phase)
                .collect(Collectors.toSet());
        return summary.cells().stream()
                .filter(cell -> phases.contains(cell.phase()))
                .toList();
    }

    /**
     * Lists how ratios to the reference differ, without those that must not be judged and those of fewer than three
     * rounds; empty unless both runs have the same reference.
     */
    public List<Contrast> contrasts() {
        String reference = now.reference();
        if (reference == null || !reference.equals(base.reference())) {
            return List.of();
        }
        List<Comparison> judgeable = rows.stream().filter(Comparison::judgeable).toList();
        List<Primary> metrics = judgeable.stream()
                .filter(row -> row.variant().equals(reference))
                .map(Comparison::metric)
                .toList();
        return judgeable.stream()
                .filter(row -> !row.variant().equals(reference) && metrics.contains(row.metric()))
                .flatMap(row -> rounds(base, now, row, reference)
                        .flatMap(before -> rounds(now, base, row, reference)
                                .flatMap(then -> Contrast.of(row.variant(), row.metric(), before, then)))
                        .stream())
                .toList();
    }

    private static Optional<Rounds> rounds(Summary of, Summary other, Comparison row, String reference) {
        return row.metric().rounds(cells(of, other, row.metric()), row.variant(), reference);
    }

    /** Lists the variants of one run that the other has too. */
    private static List<String> inBoth(Summary one, Summary other) {
        return one.variants().stream().filter(other.variants()::contains).toList();
    }

    /**
     * Judges requirements in every cell that both runs have.
     *
     * @throws Fault of kind BAD_INPUT if a requirement concerns no such cell: it would check nothing and always pass
     */
    public List<Judgement> judge(List<Requirement> requirements) {
        List<Judgement> judgements = judgements(requirements);
        requirements.stream()
                .filter(requirement ->
                        judgements.stream().noneMatch(j -> j.requirement().equals(requirement)))
                .findFirst()
                .ifPresent(idle -> {
                    throw Fault.badInput("'%s' concerns no cell that both runs have; common to them: %s."
                            .formatted(idle.text(), common()));
                });
        return judgements;
    }

    /** Lists the requirements that no cell was judged by. They check nothing, so they must not pass. */
    public static List<Requirement> unjudged(List<Judgement> judgements) {
        return judgements.stream()
                .collect(Collectors.groupingBy(Judgement::requirement, LinkedHashMap::new, Collectors.toList()))
                .entrySet()
                .stream()
                .filter(entry ->
                        entry.getValue().stream().map(Judgement::outcome).allMatch(IDLE::contains))
                .map(Map.Entry::getKey)
                .toList();
    }

    private String common() {
        String cells = now.cells().stream()
                .filter(cell -> base.cells().stream().anyMatch(other -> other.isOf(cell.variant(), cell.phase())))
                .map(Cell::name)
                .collect(Collectors.joining(", "));
        return cells.isEmpty() ? "nothing" : cells;
    }

    private List<Judgement> judgements(List<Requirement> requirements) {
        return now.cells().stream()
                .flatMap(cell -> base.cells().stream()
                        .filter(other -> other.isOf(cell.variant(), cell.phase()))
                        .flatMap(other -> requirements.stream()
                                .filter(requirement -> requirement.concerns(cell))
                                .map(requirement -> judge(requirement, other, cell))))
                .toList();
    }

    private Judgement judge(Requirement requirement, Cell before, Cell cell) {
        boolean comparable = unjudged(requirement.metric(), false, cell.variant(), base, now, otherSql)
                .equals(Comparison.TOO_FEW);
        return new Judgement(
                requirement,
                cell.variant(),
                cell.phase(),
                seen(requirement, before, cell),
                requirement.judge(before, cell, comparable));
    }

    private static String seen(Requirement requirement, Cell base, Cell cell) {
        if (requirement.metric().equals(Metric.ERRORS)) {
            return cell.errors() + " errors";
        }
        Metric metric = requirement.metric();
        Optional<Spread> now = cell.figure(metric);
        String ratio = Requirement.ratio(base.figure(metric).orElse(null), now.orElse(null))
                .map(found -> ", " + found.text(2))
                .orElse("");
        return now.map(spread -> String.format(Locale.ROOT, "%.4g %s", spread.median() * metric.scale(), metric.unit())
                        .strip())
                .map(value -> value + ratio)
                .orElse(Table.EMPTY);
    }

    /**
     * How the conditions of two runs differ.
     *
     * @param obstacles differences that make ratios meaningless: machine, limits, load, database
     * @param remarks differences that a reader should know and that may be what is compared, such as versions
     */
    public record Differences(List<String> obstacles, List<String> remarks) {

        private static final Set<String> OBSTACLES =
                Set.of("limits", "processor", "processor model", "number of cores", "number of threads per core");

        /** Compares the plans and environments of two runs. */
        public static Differences of(RunFolder base, RunFolder now) {
            List<String> obstacles = new ArrayList<>();
            List<String> remarks = new ArrayList<>();
            Optional<Plan> a = Json.read(base.plan(), Plan.class);
            Optional<Plan> b = Json.read(now.plan(), Plan.class);
            note(obstacles, "load", a.map(Plan::load), b.map(Plan::load));
            note(obstacles, "load engine", a.map(Plan::engine), b.map(Plan::engine));
            note(
                    obstacles,
                    "table of people",
                    a.map(Plan::table).map(TableState::words),
                    b.map(Plan::table).map(TableState::words));
            note(obstacles, "phases", a.map(Plan::phases), b.map(Plan::phases));
            note(remarks, "scraped", a.map(Plan::scraped), b.map(Plan::scraped));
            note(remarks, "preset", a.map(Plan::preset), b.map(Plan::preset));
            note(remarks, "fresh starts", a.map(Plan::invocations), b.map(Plan::invocations));
            Optional<Environment> x = Json.read(base.environment(), Environment.class);
            Optional<Environment> y = Json.read(now.environment(), Environment.class);
            note(remarks, "commit", x.map(Environment::commit), y.map(Environment::commit));
            note(obstacles, "runtime", x.map(Environment::runtime), y.map(Environment::runtime));
            x.flatMap(first -> y.map(other -> other.differencesFrom(first))).orElse(List.of()).stream()
                    // A new build makes new images, and each has a digest that says nothing to a reader.
                    .filter(difference -> !difference.what().startsWith("image of "))
                    .filter(difference -> !difference.what().equals("runtime"))
                    .forEach(difference -> note(
                            OBSTACLES.contains(difference.what()) ? obstacles : remarks,
                            difference.what(),
                            Optional.of(difference.first()),
                            Optional.of(difference.now())));
            return new Differences(obstacles, remarks);
        }

        private static <T> void note(List<String> into, String what, Optional<T> base, Optional<T> now) {
            if (!base.equals(now)) {
                into.add("%s: %s, now %s".formatted(what, text(base), text(now)));
            }
        }

        private static String text(Optional<?> value) {
            return value.map(Object::toString).orElse("unknown");
        }
    }

    /** Writes the whole comparison in Markdown, for a pull request. */
    public String markdown(Differences differences, List<Judgement> judgements) {
        StringBuilder out = new StringBuilder();
        long broken = judgements.stream()
                .filter(j -> j.outcome() == Requirement.Outcome.BROKEN)
                .count();
        long seen = rows.stream().filter(Comparison::different).count();
        out.append("### %s versus %s\n\n".formatted(now.run(), base.run()));
        out.append(
                judgements.isEmpty()
                        ? "No requirement was given. "
                        : "%s of %s checks broken beyond noise. ".formatted(broken, judgements.size()));
        out.append("%s of %s ratios differ from 1 (95 %% intervals by Welch, verdicts corrected by Holm).\n\n"
                .formatted(seen, rows.size()));
        out.append(Markdown.of(Block.Table.of(columns(), rows, 2)));
        List<Contrast> contrasts = contrasts();
        if (!contrasts.isEmpty()) {
            out.append(
                    "\n#### Ratios to %s\n\nEach is taken within the rounds of its run (95 %% intervals; that of now / before by Welch, not corrected).\n\n"
                            .formatted(now.reference()));
            out.append(Markdown.of(Block.Table.of(CONTRASTS, contrasts, 2)));
        }
        if (!judgements.isEmpty()) {
            out.append('\n').append(Markdown.of(Block.Table.of(JUDGEMENTS, judgements, 5)));
        }
        notes(differences).forEach(note -> out.append("\n- ").append(Markdown.line(note)));
        return out.append('\n').toString();
    }

    private Stream<String> notes(Differences differences) {
        return Stream.of(
                        differences.obstacles().stream().map(line -> "**not alike:** " + line),
                        differences.remarks().stream().map(line -> "differs: " + line),
                        Ranking.swaps(base, now, inBoth(base, now)).stream(),
                        onlyInOne.stream().map(variant -> "only in one of the two: " + variant),
                        Stream.concat(base.failures().stream(), now.failures().stream())
                                .map(line -> "**failed:** " + line),
                        now.missing().stream().map(line -> "missing: " + line))
                .flatMap(lines -> lines);
    }

    private List<Block.Column<Comparison>> columns() {
        return List.of(
                new Block.Column<>("Variant", Comparison::variant),
                new Block.Column<>("Metric", row -> row.metric().title()),
                new Block.Column<>("Before", row -> value(base, now, row)),
                new Block.Column<>("Now", row -> value(now, base, row)),
                new Block.Column<>("Now / before", row -> row.ratio().text(2)),
                new Block.Column<>("Verdict", row -> row.different() ? "**" + row.verdict() + "**" : row.verdict()));
    }

    private static String value(Summary of, Summary other, Comparison c) {
        return c.metric()
                .of(cells(of, other, c.metric()), c.variant())
                .map(spread -> c.metric().metric().withUnit(spread.median()))
                .orElse(Table.EMPTY);
    }

    private static String words(Judgement judgement) {
        return switch (judgement.outcome()) {
            case KEPT -> "kept";
            case BROKEN -> "**BROKEN**";
            case WITHIN_NOISE -> "over the limit, but not beyond noise";
            case NOT_JUDGED -> "over the limit, but NOT JUDGED: too few starts";
            case MISSING -> "**NOT JUDGED: no figure**";
            case NOT_COMPARABLE -> "**NOT JUDGED: not the same work**";
            case FAILED -> "**NOT JUDGED: the cell failed**";
        };
    }
}
