package comparison.harness.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import comparison.harness.Fault;
import comparison.harness.Names;
import java.util.List;
import java.util.Locale;

/** What each server finds in the table of people. It decides how PostgreSQL's planner answers (docs/method.md). */
public enum TableState {
    /** The people of postgres/people.sql. */
    PEOPLE("the table has 100,000 people before each start, vacuumed and analyzed"),
    /** No rows, as in the article, and no statistics, also later: this table has no autovacuum. */
    EMPTY("the table is empty before each start, and never vacuumed or analyzed"),
    /**
     * No rows, and statistics of no pages: the planner then scans the table for each statement. Runs before 30 November
     * 2026 were measured so.
     */
    EMPTY_ANALYZED("the table is empty before each start, and analyzed");

    private final String words;

    TableState(String words) {
        this.words = words;
    }

    /**
     * Finds the state with this name.
     *
     * @throws Fault of kind BAD_INPUT if no state has this name; the message lists the valid names
     */
    @JsonCreator
    public static TableState named(String id) {
        return Names.find("table", id, List.of(values()), TableState::id, "");
    }

    /** The name in files. */
    @JsonValue
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Describes it for readers. */
    public String words() {
        return words;
    }
}
