package sprout.mvc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Methods that a controller inherits, with the annotations of those that it overrides. */
@SuppressWarnings("NullAway.Init") // the application is started before the first test
class InheritedHandlersTest {
    private static Web web;

    @BeforeAll
    static void start() throws IOException {
        web = new Web();
    }

    @AfterAll
    static void stop() {
        web.close();
    }

    @Test
    void aMethodOfASuperclassReadsAndWritesTheTypeOfTheController() throws Exception {
        assertThat(web.json("PUT", "/inherited", "{\"id\":2,\"name\":\"Grace\"}")
                        .body())
                .isEqualTo("{\"id\":2,\"name\":\"Grace\"}");
        Web.blames(web.json("PUT", "/inherited", "{\"id\":true}"), "id");
    }

    @Test
    void aMethodThatOverridesAnotherAnswersItsRequestsAndKeepsItsConstraints() throws Exception {
        assertThat(web.get("/inherited/1").body()).isEqualTo("{\"id\":1,\"name\":\"ADA\"}");
        Web.blames(web.get("/inherited/0"), "id");
    }

    @Test
    void aMethodOfAnInterfaceIsServedBelowThePathOfTheInterface() throws Exception {
        assertThat(web.get("/inherited/1/name").body()).isEqualTo("Dr ADA");
        assertThat(web.get("/inherited/1/name?title=Lady").body()).isEqualTo("Lady ADA");
        Web.blames(web.get("/inherited/x/name"), "id");
    }

    @Test
    void anInheritedExceptionHandlerAnswersForTheController() throws Exception {
        HttpResponse<String> response = web.get("/inherited/2");
        assertThat(response.statusCode()).isEqualTo(410);
        assertThat(response.body()).isEqualTo("gone");
    }
}
