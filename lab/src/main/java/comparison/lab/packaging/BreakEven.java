package comparison.lab.packaging;

import comparison.harness.Fault;
import comparison.harness.plan.Plan;
import comparison.harness.plan.Variant;
import comparison.harness.record.RunFolder;
import comparison.harness.report.Block;
import comparison.harness.stats.MedianInterval;
import comparison.harness.stats.Spread;
import comparison.lab.study.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Compares the lives of a variant in a packaging with those of the same variant on a plain JVM, round by round.
 *
 * @param packaged id of the variant in a packaging
 * @param plain id of the variant on a plain JVM
 * @param lives of each round in which both are known
 */
record BreakEven(String packaged, String plain, List<Both> lives) {

    private static final double SECOND = 1e9;
    private static final double MILLISECOND = 1e6;
    private static final double THOUSAND = 1000;

    /** Both servers of a round. */
    record Both(Life packaged, Life plain) {}

    /**
     * Reads all variants of a run that were measured on a plain JVM, too.
     *
     * @throws Fault of kind BAD_INPUT if there is none, or none with readings of all its loads
     */
    static List<BreakEven> of(RunFolder run) {
        Plan plan = run.planned();
        List<String> ids = plan.variants().stream().map(Variant::id).toList();
        List<BreakEven> found = plan.variants().stream()
                .flatMap(variant -> variant.packaging().plain(variant.id()).stream()
                        .filter(ids::contains)
                        .map(plain -> of(run, plan, variant.id(), plain)))
                .filter(one -> !one.lives.isEmpty())
                .toList();
        if (found.isEmpty()) {
            throw Fault.badInput(
                    "%s has no variant whose CPU time was read from start to warm load, both on a plain JVM and in another packaging. Measure two, such as: ./bench run --variants servlet-virtual,servlet-virtual-native --invocations 6; published runs lack the raw files."
                            .formatted(run.path()));
        }
        return found;
    }

    private static BreakEven of(RunFolder run, Plan plan, String packaged, String plain) {
        List<Both> lives = new ArrayList<>();
        for (int round = 1; round <= plan.invocations(); round++) {
            Optional<Life> one = Life.of(run.invocation(new Plan.Slot(packaged, round)));
            Optional<Life> other = Life.of(run.invocation(new Plan.Slot(plain, round)));
            if (one.isPresent() && other.isPresent()) {
                lives.add(new Both(one.get(), other.get()));
            }
        }
        return new BreakEven(packaged, plain, lives);
    }

    /** Renders all as a table. */
    static Page page(List<BreakEven> all) {
        return new Page("Break-even")
                .table(
                        Stream.of(
                                new Block.Column<>("Variant", BreakEven::packaged),
                                new Block.Column<>("Compared with", BreakEven::plain),
                                new Block.Column<>("Starts", one -> Integer.toString(one.lives.size())),
                                new Block.Column<>(
                                        "CPU of a start (s)", one -> one.pair(life -> life.nanos(0) / SECOND, 2)),
                                new Block.Column<>(
                                        "CPU per 1000 requests, warm (ms)",
                                        one -> one.pair(life -> life.nanosPerRequest() * THOUSAND / MILLISECOND, 0)),
                                new Block.Column<>("The plain JVM has used less from request", BreakEven::requests)),
                        all)
                .text(
                        "Medians; two values are those of the variant and of the plain JVM. The last column has the median over the rounds, with its 95 % interval from six rounds on, otherwise with the smallest and the largest value. CPU time counts from the spawn of the server; what it uses while it waits for its turn is left out. 'never': its warm requests are no cheaper, or the variant stays ahead.");
    }

    private String pair(ToDoubleFunction<Life> of, int digits) {
        String format = "%%.%df, %%.%df".formatted(digits, digits);
        return String.format(
                Locale.ROOT,
                format,
                median(lives.stream()
                        .map(Both::packaged)
                        .mapToDouble(of)
                        .boxed()
                        .toList()),
                median(lives.stream().map(Both::plain).mapToDouble(of).boxed().toList()));
    }

    private static double median(List<Double> values) {
        return Spread.of(values).median();
    }

    private String requests() {
        List<Double> values = lives.stream()
                .map(both -> both.plain().overtakes(both.packaged()))
                .sorted()
                .toList();
        String median = requests(median(values));
        return MedianInterval.of(values)
                .map(found -> "%s [%s–%s]".formatted(median, requests(found.low()), requests(found.high())))
                .orElseGet(
                        () -> "%s (%s–%s)".formatted(median, requests(values.getFirst()), requests(values.getLast())));
    }

    private static String requests(double number) {
        return Double.isInfinite(number)
                ? "never"
                : String.format(Locale.ROOT, "%,d", Math.round(number / THOUSAND) * (long) THOUSAND);
    }
}
