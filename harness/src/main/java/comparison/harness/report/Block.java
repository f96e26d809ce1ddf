package comparison.harness.report;

import java.util.List;
import java.util.function.Function;

/** One piece of a report's content, as data. {@link Markdown}, {@link Html} and {@link Terminal} render it. */
public sealed interface Block {

    /** A paragraph. */
    record Text(String text) implements Block {}

    /** A list of lines. */
    record Items(List<String> lines) implements Block {}

    /** Commands for the reader to copy. */
    record Code(List<String> lines) implements Block {}

    /**
     * A table.
     *
     * @param headings of the columns
     * @param rows as text, each as long as the headings
     * @param words how many of the first columns hold words; all others hold numbers
     */
    record Table(List<String> headings, List<List<String>> rows, int words) implements Block {

        /** Makes a table with a row for each of these values. */
        public static <T> Table of(List<Column<T>> columns, List<T> values, int words) {
            return new Table(
                    columns.stream().map(Column::heading).toList(),
                    values.stream()
                            .map(value -> columns.stream()
                                    .map(column -> column.text().apply(value))
                                    .toList())
                            .toList(),
                    words);
        }
    }

    /** A column of a table, and what it shows of a value. */
    record Column<T>(String heading, Function<T, String> text) {}

    /** A table for interested readers only: HTML folds it, a terminal omits it. */
    record Folded(String title, Table table) implements Block {}

    /** A file next to the report, by its relative path. */
    record Link(String file, String meaning) implements Block {}

    /** Why figures must not be trusted, and which figures are missing. */
    record Problems(List<String> lines) implements Block {}

    /** Reasons why figures are less certain than they look. */
    record Warnings(List<Warning> warnings) implements Block {}
}
