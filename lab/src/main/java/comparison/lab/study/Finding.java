package comparison.lab.study;

import java.util.List;

/**
 * One finding: what was seen and what to do about it.
 *
 * @param title a few words; empty if it continues the section before
 * @param seen what was seen, in a sentence or two
 * @param advice what to do, in one sentence; empty if there is nothing to do
 * @param headings of the table; empty if there is none
 * @param rows of the table, as text
 */
public record Finding(String title, String seen, String advice, List<String> headings, List<List<String>> rows) {}
