package comparison.lab.profile;

import java.util.List;

/**
 * One finding: what was seen and what to do about it.
 *
 * @param title of a few words
 * @param seen what was seen, in a sentence or two
 * @param advice what to do, in one sentence
 * @param headings of the table; empty if there is none
 * @param rows of the table, as text
 */
public record Section(String title, String seen, String advice, List<String> headings, List<List<String>> rows) {

    /** A finding without a table. */
    static Section of(String title, String seen, String advice) {
        return new Section(title, seen, advice, List.of(), List.of());
    }
}
