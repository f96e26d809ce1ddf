package comparison.harness.report;

import java.util.List;
import java.util.Locale;

/**
 * A part of a report, independent of the output format.
 *
 * @param level of its heading: 2, or 3 within a section of level 2
 * @param title empty if it continues the section before
 * @param blocks one below the other
 */
public record Section(int level, String title, List<Block> blocks) {

    /** Creates a section of level 2. */
    public Section(String title, Block... blocks) {
        this(2, title, List.of(blocks));
    }

    /** Derives the HTML id of its heading from the title. */
    String id() {
        return "h-" + title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    }
}
