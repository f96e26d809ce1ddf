package comparison.contract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests invalid requests and the problem that each is answered with (RFC 9457). */
interface InvalidRequestContract extends Targeted {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "nonsense",
                "{\"name\": \"Ada Lovelace\", \"description\": ",
                "[]",
                "\"text\"",
                "{\"name\": {\"first\": \"Ada\"}, \"description\": \"an object\"}",
                "{\"name\": [\"Ada\"], \"description\": \"an array\"}"
            })
    default void jsonThatIsNoPersonIsRefused(String body) {
        app().post("/person", body).isProblem(400);
        app().put("/person/1", body).isProblem(400);
    }

    @Test
    default void jsonThatIsNotUtf8IsRefused() {
        byte[] latin = "{\"name\": \"Zo\u00eb Smith\", \"description\": \"in Latin-1\"}".getBytes(ISO_8859_1);
        app().sendJson("POST", "/person", latin).isProblem(400);
    }

    /** NUL is the only character that PostgreSQL cannot store in a text. */
    @Test
    default void textThatTheDatabaseCannotHoldIsRefused() {
        String json = "{\"id\": %d, \"name\": \"Ada\\u0000Lovelace\", \"description\": \"has a NUL\"}";
        app().post("/person", json.formatted(1)).isProblem(400);
        long id = created();
        app().put("/person/" + id, json.formatted(id)).isProblem(400);
        app().get("/person/" + id).has(200);
    }

    @Test
    default void everyInvalidFieldIsNamed() {
        app().post("/person", "{}").isProblemAbout("name", "description");
        app().post("/person", "{\"name\": null, \"description\": \"no name\"}").isProblemAbout("name");
        app().post("/person", Api.json("Ada", "")).isProblemAbout("description");
        app().post("/person", Api.json("", "no name")).isProblemAbout("name");
    }

    @Test
    default void updateNeedsTheIdOfThePathInItsBody() {
        long id = created();
        app().put("/person/" + id, Api.json(id + 1, "Ada Lovelace", "another id"))
                .isProblem(400);
        app().put("/person/" + id, Api.json("Ada Lovelace", "no id")).isProblem(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "1.5", "9223372036854775808", "1e3"})
    default void anIdThatIsNoLongIsRefused(String id) {
        app().get("/person/" + id).isProblem(400);
        app().delete("/person/" + id).isProblem(400);
        app().put("/person/" + id, Api.json(1, "Ada Lovelace", "id in the path"))
                .isProblem(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"limit=0", "limit=-1", "limit=1001", "limit=ten", "after=ten"})
    default void aPageOutOfRangeIsRefused(String query) {
        app().get("/person?" + query).isProblem(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/nothing", "/person/1/2", "/benchmark", "/benchmark/nothing"})
    default void anUnknownPathIsNotFound(String path) {
        app().get(path).isProblem(404);
    }

    @Test
    default void theApiHasNoManagement() {
        assumeTrue(managementIsApart(), "management shares the port of the API");
        app().get("/actuator/health").isProblem(404);
    }

    @Test
    default void aMethodThatIsNotAllowedIsAnsweredWithThoseThatAre() {
        assertThat(app().sendJson("PATCH", "/person/1", "{}".getBytes(ISO_8859_1))
                        .isProblem(405)
                        .header("Allow"))
                .contains("GET", "PUT", "DELETE")
                .doesNotContain("PATCH");
        assertThat(app().delete("/person").isProblem(405).header("Allow")).contains("GET", "POST");
    }

    @Test
    default void anAnswerThatTheClientDoesNotAcceptIsNotGiven() {
        app().get("/person/" + created(), "Accept", "image/png").isProblem(406);
    }

    @Test
    default void aBodyThatIsNotJsonIsRefused() {
        app().send("POST", "/person", BodyPublishers.ofString("name=Ada"), "Content-Type", "text/plain")
                .isProblem(415);
        app().send("PUT", "/person/1", BodyPublishers.ofString("<person/>"), "Content-Type", "application/xml")
                .isProblem(415);
    }

    /** Requires only a status of 4xx, because each stack limits bodies differently. */
    @Test
    default void aBodyOverOneMebibyteIsRefused() throws Exception {
        String body = Api.json("Ada Lovelace", "x".repeat(1 << 20));
        String head = "POST /person HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: " + body.length() + "\r\n\r\n";
        assertThat(RawSocket.statusOf(target().app(), head + body)).isBetween(400, 499);
        app().get("/person?limit=1").has(200);
    }
}
