package comparison.lab.noise;

import comparison.harness.report.Block;
import comparison.harness.report.Table;
import comparison.harness.stats.Ratio;
import comparison.lab.study.Page;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Renders how well planted differences are judged, as a table. */
final class NoiseTable {

    /** Samples for each share, for a standard error of half a percent near 95 %. */
    private static final int DRAWS = 2000;

    private static final double PERCENT = 100;
    private static final double MINUTE = 60;

    private NoiseTable() {}

    /**
     * Judges each planted difference.
     *
     * @param neighbours see {@link Neighbours#correlation}
     * @param uneven see {@link Neighbours#uneven}
     */
    static Page page(List<Evidence> all, OptionalDouble neighbours, OptionalDouble uneven) {
        List<Judgement> judged = all.stream()
                .flatMap(evidence -> Judgement.of(evidence, DRAWS).stream())
                .toList();
        Page page = new Page("Planted differences")
                .table(
                        Stream.of(
                                new Block.Column<>("Planted", NoiseTable::name),
                                new Block.Column<>(
                                        "Rounds",
                                        row -> Integer.toString(
                                                row.evidence().quotients().size())),
                                new Block.Column<>(
                                        "Measured / planted [95 %]",
                                        row -> row.bias().text(3)),
                                new Block.Column<>(
                                        "Noise (%)",
                                        row -> percent(row.evidence().noise())),
                                new Block.Column<>("Coverage (%)", row -> percent(row.coverage())),
                                new Block.Column<>("Found (%)", row -> percent(row.found())),
                                new Block.Column<>(
                                        "Starts: pair, table",
                                        row -> "%s, %s".formatted(starts(row.pair()), starts(row.table()))),
                                new Block.Column<>("Minutes: pair, table", NoiseTable::minutes)),
                        judged)
                .text(
                        "%d draws with replacement from the rounds, after they were moved to the planted ratio. Noise: standard deviation of the logarithms of a round's ratio. Coverage: of 95 %% intervals of %d starts. Found: verdicts at 2 %% with %d starts, for less than 10 %% more with %d; for a twin they are false. Starts: that find it in 4 of 5 tries, for a pair and for a table of %d variants (Holm's hardest step). Minutes without builds, gate and client."
                                .formatted(
                                        DRAWS,
                                        Judgement.STARTS,
                                        Judgement.STARTS,
                                        2 * Judgement.STARTS,
                                        Judgement.TABLE));
        if (judged.size() < all.size()) {
            page.text("%d rows are left out: they have fewer than %d rounds."
                    .formatted(all.size() - judged.size(), Ratio.LEAST_STARTS));
        }
        neighbours.ifPresent(r -> page.text(
                "Does the noise of the machine hit all servers of a round alike? Correlation of their CPU per request in the windows of the same turn, after the mean of each start was removed: %s."
                        .formatted(Table.number(r, 2))));
        uneven.ifPresent(share -> page.text(
                "Was the database in one state? Windows in which its CPU time, compared with the client's, differs by more than a fifth from the median of its load: %s %%."
                        .formatted(percent(share))));
        return page;
    }

    private static String name(Judgement judged) {
        double planted = judged.evidence().planted();
        return planted == 1 ? "twin" : "+%s %%".formatted(Table.number((planted - 1) * PERCENT, 0));
    }

    private static String minutes(Judgement judged) {
        double seconds = judged.evidence().startSeconds();
        return "%s, %s"
                .formatted(minutes(judged.pair(), 2 * seconds), minutes(judged.table(), Judgement.TABLE * seconds));
    }

    static String percent(double share) {
        return Table.number(share * PERCENT, 1);
    }

    private static String starts(OptionalInt starts) {
        return starts.isPresent() ? Integer.toString(starts.getAsInt()) : Table.EMPTY;
    }

    private static String minutes(OptionalInt starts, double secondsPerRound) {
        return starts.isPresent() && secondsPerRound > 0
                ? Table.number(starts.getAsInt() * secondsPerRound / MINUTE, 0)
                : Table.EMPTY;
    }
}
