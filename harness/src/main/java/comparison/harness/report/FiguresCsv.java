package comparison.harness.report;

import comparison.harness.stats.Spread;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes {@code figures.csv}: one line per cell and figure, for spreadsheets and statistics programs. A missing value
 * is empty.
 */
final class FiguresCsv {

    private static final String HEADER = "run,variant,phase,figure,n,median,low,high,min,max,values";

    private FiguresCsv() {}

    static String of(Summary summary) {
        StringBuilder out = new StringBuilder(HEADER).append('\n');
        summary.cells()
                .forEach(cell -> cell.figures()
                        .forEach((figure, spread) -> out.append(String.join(
                                        ",",
                                        summary.run(),
                                        cell.variant(),
                                        cell.phase(),
                                        figure,
                                        Integer.toString(spread.n()),
                                        number(spread.median()),
                                        number(spread.low()),
                                        number(spread.high()),
                                        number(spread.min()),
                                        number(spread.max()),
                                        values(spread)))
                                .append('\n')));
        return out.toString();
    }

    private static String values(Spread spread) {
        return spread.values().stream().map(FiguresCsv::number).collect(Collectors.joining(";"));
    }

    /** Formats a number with a decimal point in every locale, and without the noise of a mean's last binary digits. */
    private static String number(@Nullable Double value) {
        return Objects.toString(Summarizer.rounded(value), "");
    }
}
