package comparison.contract;

/** Provides the application under test to every part of the contract. */
interface Targeted {

    /** Returns the application under test, the same during one test. */
    Target target();

    default Api app() {
        return new Api(target().app());
    }

    default Api management() {
        return new Api(target().management());
    }

    /** Creates a person whose content does not matter and returns its id. */
    default long created() {
        return app().post("/person", Api.json("Ada Lovelace", "first programmer"))
                .has(201)
                .isPerson("Ada Lovelace", "first programmer");
    }
}
