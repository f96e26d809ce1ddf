package comparison.harness.report;

import comparison.harness.metric.Metric;
import comparison.harness.stats.Rounds;
import comparison.harness.stats.Spread;
import comparison.harness.workload.Phase;
import java.util.List;
import java.util.Optional;

/** The metrics that get verdicts. All other metrics are only reported. */
public enum Primary {
    /** Requests per second of the warm load. */
    WARM_THROUGHPUT(View.of(Metric.THROUGHPUT, Phase.WARM)),
    /** Requests per second of the first load. */
    COLD_THROUGHPUT(View.of(Metric.THROUGHPUT, Phase.COLD)),
    /** Seconds to the first answer from the database. */
    STARTUP(View.of(Metric.STARTUP, Phase.COLD, Phase.WARM)),
    /** The most anonymous and shared memory under load. */
    PEAK_MEMORY(View.of(Metric.MEMORY, Phase.WARM, Phase.COLD)),
    /** The server's processor time for a thousand requests. */
    CPU(View.of(Metric.CPU, Phase.WARM, Phase.COLD));

    @SuppressWarnings("ImmutableEnumChecker") // a view is a record of words, numbers and enums
    private final View view;

    Primary(View view) {
        this.view = view;
    }

    /** Returns the title of its column, see {@link View#title}. */
    public String title() {
        return view.title();
    }

    Metric metric() {
        return view.metric();
    }

    /** Names the direction of a ratio, such as "faster". */
    String word(double ratio) {
        return metric().direction().word(ratio);
    }

    boolean isBetter(double ratio) {
        return ratio > 1 == metric().direction().moreIsBetter();
    }

    /** Finds the metric of a variant, see {@link View#of(List, String)}. */
    public Optional<Spread> of(List<Cell> cells, String variant) {
        return view.of(cells, variant);
    }

    /** Selects the rounds in which both variants have the metric; empty if one of them has it in no start. */
    public Optional<Rounds> rounds(List<Cell> cells, String variant, String base) {
        return view.rounds(cells, variant, base);
    }

    /** Tells whether the cell that the metric is taken from must not be trusted. */
    boolean failed(List<Cell> cells, String variant) {
        return view.failed(cells, variant);
    }
}
