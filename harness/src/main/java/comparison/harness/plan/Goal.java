package comparison.harness.plan;

import comparison.harness.Fault;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A latency that must be kept, such as {@code p99=50ms}.
 *
 * @param percentile above 0, below 100
 * @param millis at most, over all operations
 */
public record Goal(double percentile, long millis) {

    private static final Pattern FORM = Pattern.compile("p(\\d{1,2}(?:\\.\\d{1,3})?)\\s*=\\s*(\\d{1,6})\\s*ms");

    /**
     * Reads one.
     *
     * @throws Fault of kind BAD_INPUT if it is none
     */
    public static Goal parse(String text) {
        Matcher goal = FORM.matcher(text.strip());
        if (!goal.matches() || Double.parseDouble(goal.group(1)) <= 0 || Long.parseLong(goal.group(2)) == 0) {
            throw Fault.badInput(
                    "--slo is '%s'. Valid: a percentile and a time, such as p99=50ms or p99.9=200ms.".formatted(text));
        }
        return new Goal(Double.parseDouble(goal.group(1)), Long.parseLong(goal.group(2)));
    }

    /** Returns it as it is written on the command line. */
    public String text() {
        return String.format(
                Locale.ROOT, "p%s=%sms", Double.toString(percentile).replaceAll("\\.0$", ""), millis);
    }
}
