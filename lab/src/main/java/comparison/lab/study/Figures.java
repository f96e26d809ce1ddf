package comparison.lab.study;

import comparison.harness.stats.Spread;
import java.util.Locale;

/** Formats figures as text, independent of the locale. */
public final class Figures {

    private Figures() {}

    /**
     * Formats a number.
     *
     * @param digits after the decimal point
     */
    public static String number(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    /**
     * Formats a median with its interval in brackets or, if there are too few values for one, with the range in
     * parentheses.
     */
    public static String spread(Spread spread, int digits) {
        return spread.text(value -> number(value, digits));
    }
}
