package comparison.harness.report;

import java.util.List;

/** One piece of what a report says, as data: {@link Markdown}, {@link Html} and {@link Terminal} draw it. */
public sealed interface Block {

    /** A paragraph. */
    record Text(String text) implements Block {}

    /** Lines of equal rank. */
    record Items(List<String> lines) implements Block {}

    /** Commands, to be copied. */
    record Code(List<String> lines) implements Block {}

    /**
     * A table.
     *
     * @param headings of the columns
     * @param rows as text, each as long as the headings
     * @param words how many of the first columns hold words; all others hold numbers
     */
    record Table(List<String> headings, List<List<String>> rows, int words) implements Block {}

    /** A table that not every reader wants to see: a terminal leaves it out. */
    record Folded(String title, Table table) implements Block {}

    /** A file beside the report, by its relative path. */
    record Link(String file, String meaning) implements Block {}

    /** Why figures must not be trusted, and which are not there. */
    record Problems(List<String> lines) implements Block {}

    /** What makes figures less certain. */
    record Warnings(List<Warning> warnings) implements Block {}
}
