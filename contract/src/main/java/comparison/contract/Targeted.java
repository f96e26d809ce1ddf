package comparison.contract;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Objects;

/** Provides the application under test to every part of the contract. */
interface Targeted {

    /** Returns the application under test, which stays the same during one test. */
    Target target();

    default Api app() {
        return new Api(target().app());
    }

    default Api management() {
        return new Api(target().management());
    }

    /** Returns the database behind the application. If it is unknown, this call skips the test. */
    default DatabaseAddress database() {
        DatabaseAddress database = target().database();
        assumeTrue(database != null, "the database is not known");
        return Objects.requireNonNull(database);
    }

    /** Returns whether management has a separate port, as it must unless a setting of the variant says otherwise. */
    default boolean managementIsApart() {
        return !target().management().equals(target().app());
    }

    /** Creates a person whose content does not matter and returns its id. */
    default long created() {
        return app().post("/person", Api.json("Ada Lovelace", "first programmer"))
                .has(201)
                .isPerson("Ada Lovelace", "first programmer");
    }
}
