package comparison.lab.study;

import comparison.harness.stats.Spread;
import java.util.Locale;
import java.util.Optional;

/** Figures as text, the same in every locale. */
public final class Figures {

    private Figures() {}

    /** Returns a number with so many digits behind the point. */
    public static String number(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    /** Returns the median with its interval in brackets; of too few starts for one, with their range in parentheses. */
    public static String spread(Spread spread, int digits) {
        double low = Optional.ofNullable(spread.low()).orElse(spread.min());
        double high = Optional.ofNullable(spread.high()).orElse(spread.max());
        return between(spread.median(), low, high, digits, spread.n(), spread.low() != null);
    }

    static String between(double middle, double low, double high, int digits, int n, boolean interval) {
        if (n == 1) {
            return number(middle, digits);
        }
        return (interval ? "%s [%s–%s]" : "%s (%s–%s)")
                .formatted(number(middle, digits), number(low, digits), number(high, digits));
    }
}
