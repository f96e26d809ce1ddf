package sprout;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sprout.fixture.web.WebFixture;

/** The way of a request through a whole application, over real sockets. */
@SuppressWarnings("NullAway.Init") // the application is started before the first test
class WebApplicationTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static SproutContext application;

    @BeforeAll
    static void start() throws IOException {
        application = SproutApplication.of(WebFixture.class, "--server.port=0", "--management.server.port=0")
                .start();
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @ParameterizedTest
    @CsvSource({
        "number/12, number 12",
        "number/abc, word abc",
        "number/seven, literal",
        "tree/a/b%20c, tree /web/tree/a/b%20c",
        "tree, tree /web/tree",
        "tree/, tree /web/tree/",
        "bush, bush /web/bush",
        "kitchen/shelf, shelf in kitchen",
        "bounded, n=5",
        "bounded?n=9, n=9",
        "later, later",
        "'typed?colour=RED&t=1&t=2', 'RED null false [1, 2] false'",
        "'typed?colour=GREEN&day=2026-02-28&id=4b1d3c9e-0000-4000-8000-000000000000', GREEN 2026-02-28 true [] false"
    })
    void theMostSpecificRouteAnswersWithItsArgumentsConverted(String path, String text) throws Exception {
        HttpResponse<String> response = get(path);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo(text);
        assertThat(response.headers().firstValue("Content-Type")).contains("text/plain;charset=UTF-8");
    }

    @ParameterizedTest
    @CsvSource({
        "typed, colour",
        "typed?colour=BLUE, colour",
        "'typed?colour=RED&day=soon', day",
        "'typed?colour=RED&id=1', id",
        "'typed?colour=RED&t=1&t=x', t",
        "bounded?n=0, n",
        "bounded?n=ten, n",
        "bounded?n=10, n",
        "number/99999999999999999999, n"
    })
    void anArgumentThatCannotBeUsedIsNamed(String path, String field) throws Exception {
        HttpResponse<String> response = get(path);
        isProblem(response, 400);
        assertThat(response.body()).contains("\"field\":\"" + field + "\"");
    }

    @Test
    void anObjectIsReadValidatedAndWrittenAsJson() throws Exception {
        HttpResponse<String> response =
                post("order", "{\"item\":\"tea\",\"count\":2,\"tags\":[\"hot\"],\"unknown\":{\"a\":[1]}}");
        assertThat(response.statusCode()).isEqualTo(201);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(response.body()).isEqualTo("{\"item\":\"tea\",\"count\":2,\"tags\":[\"hot\"]}");
    }

    @Test
    void aListIsReadAsJson() throws Exception {
        assertThat(post("orders", "[{\"item\":\"tea\"},{\"item\":\"rye\"}]").body())
                .isEqualTo("2");
    }

    @Test
    void aFieldThatBreaksItsConstraintIsNamed() throws Exception {
        HttpResponse<String> response = post("order", "{\"item\":\"x\"}");
        isProblem(response, 400);
        assertThat(response.body()).contains("\"field\":\"item\"", "between 2 and 5");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "{\"item\":\"tea\"",
                "[1,2]",
                "12",
                "{\"item\":\"tea\",\"count\":\"many\"}",
                "{\"item\":{\"a\":1}}",
                "{\"item\":\"tea\"} trailing",
                "{\"item\":\"tea\",\"tags\":{}}"
            })
    void jsonOfAnotherShapeIsTheClientsFault(String json) throws Exception {
        isProblem(post("order", json), 400);
    }

    @Test
    void jsonThatIsNestedWithoutEndIsTheClientsFault() throws Exception {
        isProblem(post("order", "{\"unknown\":" + "[".repeat(100_000)), 400);
        isProblem(post("order", "{\"unknown\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}"), 400);
    }

    @Test
    void textIsTakenAsItIsUnderTheDeclaredStatus() throws Exception {
        HttpResponse<String> response = post("text", "Grüße");
        assertThat(response.statusCode()).isEqualTo(202);
        assertThat(response.body()).isEqualTo("Grüße");
    }

    @Test
    void bytesThatAreNotUtf8AreRefused() throws Exception {
        isProblem(send("POST", "text", BodyPublishers.ofByteArray(new byte[] {(byte) 0xff})), 400);
    }

    @Test
    void noResultIs204() throws Exception {
        HttpResponse<String> response = send("DELETE", "nothing", BodyPublishers.noBody());
        assertThat(response.statusCode()).isEqualTo(204);
        assertThat(response.body()).isEmpty();
    }

    @Test
    void anEntityHasItsOwnStatusAndHeaders() throws Exception {
        HttpResponse<String> response = get("entity");
        assertThat(response.statusCode()).isEqualTo(203);
        assertThat(response.headers().firstValue("X-Own")).contains("yes");
        assertThat(response.body()).isEqualTo("entity");
    }

    @Test
    void aMethodThatIsNotAllowedIsAnsweredWithThoseThatAre() throws Exception {
        HttpResponse<String> response = send("DELETE", "entity", BodyPublishers.noBody());
        isProblem(response, 405);
        assertThat(response.headers().firstValue("Allow")).contains("GET, HEAD, OPTIONS");
    }

    @Test
    void aPathWithARestBelowItTakesTheMethodsOfBoth() throws Exception {
        assertThat(post("bush", "").body()).isEqualTo("planted");
        HttpResponse<String> response = send("DELETE", "bush", BodyPublishers.noBody());
        isProblem(response, 405);
        assertThat(response.headers().firstValue("Allow")).contains("POST, OPTIONS, GET, HEAD");
    }

    @Test
    void optionsAnswersWhatIsAllowed() throws Exception {
        HttpResponse<String> response = send("OPTIONS", "order", BodyPublishers.noBody());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Allow")).contains("POST, OPTIONS");
    }

    @Test
    void headIsAnsweredByTheMethodOfGet() throws Exception {
        HttpResponse<String> response = send("HEAD", "entity", BodyPublishers.noBody());
        assertThat(response.statusCode()).isEqualTo(203);
        assertThat(response.headers().firstValue("Content-Length")).contains("6");
        assertThat(response.body()).isEmpty();
    }

    @Test
    void aTypeThatTheClientRefusesIs406AndOneThatTheRouteRefuses415() throws Exception {
        isProblem(send(request("entity").header("Accept", "image/png, text/*;q=0")), 406);
        assertThat(send(request("entity").header("Accept", "text/*;q=0.5")).statusCode())
                .isEqualTo(203);
        isProblem(send(request("order").header("Content-Type", "text/plain").POST(BodyPublishers.ofString("{}"))), 415);
        isProblem(send(request("order").POST(BodyPublishers.ofString("{}"))), 415);
    }

    @Test
    void aFailureTellsTheClientNothingOfTheServer() throws Exception {
        HttpResponse<String> response = get("fail");
        isProblem(response, 500);
        assertThat(response.body()).doesNotContain("secret", "Unsupported", "at sprout");
    }

    @Test
    void theClosestExceptionHandlerAnswers() throws Exception {
        HttpResponse<String> own = get("own-error");
        assertThat(own.statusCode()).isEqualTo(409);
        assertThat(own.body()).isEqualTo("own mine");
        HttpResponse<String> advised = get("advised-error");
        assertThat(advised.statusCode()).isEqualTo(422);
        assertThat(advised.body()).isEqualTo("advice over");
        assertThat(get("failing-later").body()).isEqualTo("own later");
    }

    @Test
    void aFilterSeesTheStatusOfEveryResponse() throws Exception {
        assertThat(get("entity").headers().firstValue("X-Filtered")).contains("203");
        assertThat(get("fail").headers().firstValue("X-Filtered")).contains("500");
        assertThat(get("nowhere").headers().firstValue("X-Filtered")).contains("404");
    }

    @Test
    void aFilterThatFailsIsAnsweredLikeAController() throws Exception {
        HttpResponse<String> response = send(request("entity").header("X-Break", "filter"));
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.body()).startsWith("never");
    }

    @Test
    void anInterceptorMayAnswerInsteadOfTheController() throws Exception {
        HttpResponse<String> response = send(request("entity").header("X-Break", "guard"));
        assertThat(response.statusCode()).isEqualTo(403);
        assertThat(response.body()).isEqualTo("guarded WebFixture#entity");
    }

    private static void isProblem(HttpResponse<String> response, int status) {
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(response.body()).startsWith("{\"type\":\"about:blank\",").contains("\"status\":" + status);
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return send(request(path));
    }

    private static HttpResponse<String> post(String path, String body) throws Exception {
        return send("POST", path, BodyPublishers.ofString(body));
    }

    private static HttpResponse<String> send(String method, String path, BodyPublisher body) throws Exception {
        return send(request(path).header("Content-Type", "application/json").method(method, body));
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + application.port() + "/web/" + path));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return CLIENT.send(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
    }
}
