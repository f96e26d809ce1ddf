package comparison.harness.metric;

/** Which values of a metric are the better ones, and the words for a difference. */
public enum Direction {
    /** More per second. */
    MORE("faster", "slower"),
    /** A shorter time. */
    SOONER("slower", "faster"),
    /** Less of what is used up. */
    LESS("more", "less"),
    /** Neither: it explains other figures. */
    NEITHER("more", "less");

    private final String above;
    private final String below;

    Direction(String above, String below) {
        this.above = above;
        this.below = below;
    }

    /** Returns whether more is better. */
    public boolean moreIsBetter() {
        return this == MORE;
    }

    /** Returns the word for a ratio to something else. */
    public String word(double ratio) {
        return ratio > 1 ? above : below;
    }
}
