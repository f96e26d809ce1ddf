package comparison.harness.metric;

/** Which values of a metric are better, and the words for a difference. */
public enum Direction {
    /** Higher is better, such as throughput. */
    MORE("faster", "slower"),
    /** A shorter time is better. */
    SOONER("slower", "faster"),
    /** Less consumption is better. */
    LESS("more", "less"),
    /** Neither is better: the metric explains others. */
    NEITHER("more", "less");

    private final String above;
    private final String below;

    Direction(String above, String below) {
        this.above = above;
        this.below = below;
    }

    /** Tells whether higher values are better. */
    public boolean moreIsBetter() {
        return this == MORE;
    }

    /** Names the direction of a ratio: above 1, or not. */
    public String word(double ratio) {
        return ratio > 1 ? above : below;
    }
}
