package comparison.harness.report;

import java.util.List;

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
    record Table(List<String> headings, List<List<String>> rows, int words) implements Block {}

    /** A table for interested readers only: HTML folds it, a terminal omits it. */
    record Folded(String title, Table table) implements Block {}

    /** A file next to the report, by its relative path. */
    record Link(String file, String meaning) implements Block {}

    /** Why figures must not be trusted, and which figures are missing. */
    record Problems(List<String> lines) implements Block {}

    /** Reasons why figures are less certain than they look. */
    record Warnings(List<Warning> warnings) implements Block {}
}
