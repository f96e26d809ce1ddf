package comparison.lab.noise;

import comparison.harness.report.Block;
import comparison.harness.report.Table;
import comparison.harness.stats.Ratio;
import comparison.lab.study.Page;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Renders the results of banks for each way, as one table. */
final class NoiseTable {

    /** Samples for each share, for a standard error of half a percent near 95 %. */
    private static final int DRAWS = 2000;

    private static final double PERCENT = 100;
    private static final double MINUTE = 60;

    private NoiseTable() {}

    /** Judges all banks together. */
    static Page page(List<Bank> banks) {
        List<Judgement> judged = banks.stream()
                .flatMap(bank -> bank.evidence().stream())
                .sorted(Comparator.comparingDouble(Evidence::planted).thenComparing(Evidence::way))
                .flatMap(evidence -> Judgement.of(evidence, DRAWS).stream())
                .toList();
        Page page = new Page("Canary, duet or calibration")
                .table(
                        Stream.of(
                                new Block.Column<>("Planted, way", NoiseTable::name),
                                new Block.Column<>(
                                        "Measured / planted [95 %]",
                                        row -> row.bias().text(3)),
                                new Block.Column<>("Noise, correlation", NoiseTable::noise),
                                new Block.Column<>("Coverage (%)", row -> percent(row.coverage())),
                                new Block.Column<>("Found (%)", row -> percent(row.found())),
                                new Block.Column<>(
                                        "Starts: pair, table",
                                        row -> "%s, %s".formatted(starts(row.pair()), starts(row.table()))),
                                new Block.Column<>("Minutes: pair, table", NoiseTable::minutes)),
                        judged)
                .text(
                        "%d draws with replacement from each bank, after it was moved to the planted ratio. Noise: standard deviation of the logarithms of a round's ratio. Correlation over rounds: of that ratio with the covariate; without one, of the two variants. Coverage: of 95 %% intervals of %d starts. Found: verdicts at 2 %% with %d starts, for less than 10 %% more with %d; for a twin they are false. Starts: that find it in 4 of 5 tries, for a pair and for a table of %d variants (Holm's hardest step). Minutes without builds, gate and client."
                                .formatted(
                                        DRAWS,
                                        Judgement.STARTS,
                                        Judgement.STARTS,
                                        2 * Judgement.STARTS,
                                        Evidence.TABLE));
        long left = banks.stream().mapToLong(bank -> bank.evidence().size()).sum() - judged.size();
        if (left > 0) {
            page.text("%d rows are left out: they have fewer than %d rounds.".formatted(left, Ratio.LEAST_STARTS));
        }
        banks.stream()
                .flatMap(bank -> bank.neighbours().stream().boxed())
                .forEach(r -> page.text(
                        "Does noise hit both servers of a duet alike? Correlation of neighbouring windows within a start: %s."
                                .formatted(Table.number(r, 2))));
        return page;
    }

    private static String name(Judgement judged) {
        Evidence evidence = judged.evidence();
        String planted = evidence.planted() == 1
                ? "twin"
                : "+%s %%".formatted(Table.number((evidence.planted() - 1) * PERCENT, 0));
        return "%s, %s".formatted(planted, evidence.way().label());
    }

    private static String noise(Judgement judged) {
        Evidence evidence = judged.evidence();
        return "%s %%, %s".formatted(percent(evidence.noise()), Table.number(evidence.correlation(), 2));
    }

    private static String minutes(Judgement judged) {
        Evidence evidence = judged.evidence();
        return "%s, %s"
                .formatted(
                        minutes(judged.pair(), evidence.pairSeconds()),
                        minutes(judged.table(), evidence.tableSeconds()));
    }

    static String percent(double share) {
        return Table.number(share * PERCENT, 1);
    }

    private static String starts(OptionalInt starts) {
        return starts.isPresent() ? Integer.toString(starts.getAsInt()) : Table.EMPTY;
    }

    private static String minutes(OptionalInt starts, double secondsPerRound) {
        return starts.isPresent() ? Table.number(starts.getAsInt() * secondsPerRound / MINUTE, 0) : Table.EMPTY;
    }
}
