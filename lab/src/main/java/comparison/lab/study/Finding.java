package comparison.lab.study;

import java.util.List;

/**
 * One finding: an observation and what to do about it.
 *
 * @param title a few words; empty if it continues the previous section
 * @param seen the observation, in a sentence or two
 * @param advice what to do, in one sentence; empty if there is nothing to do
 * @param headings of the table; empty without a table
 * @param rows of the table, as text
 */
public record Finding(String title, String seen, String advice, List<String> headings, List<List<String>> rows) {}
