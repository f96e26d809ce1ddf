package sprout.mvc;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sprout.http.HttpHeaders;

@SuppressWarnings("NullAway.Init") // the application is started before the first test
class NegotiationTest {
    private static Web web;

    @BeforeAll
    static void start() throws IOException {
        web = new Web();
    }

    @AfterAll
    static void stop() {
        web.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                " | text/plain",
                "*/* | text/plain",
                "text/* | text/plain",
                "text/html | text/html",
                "TEXT/HTML | text/html",
                "text/plain;q=0.5, text/html | text/html",
                "text/plain;q=0.5, text/html;q=0.4 | text/plain",
                "text/*;q=0.9, text/plain;q=0.1 | text/html",
                "*/*;q=0.1, text/html;q=0 | text/plain",
                "text/html;level=1;q=1.000, text/plain;q=0.999 | text/html",
                "image/gif, *; q=.2, */*; q=.2 | text/plain", // HttpURLConnection of older JDKs
                "image/png | ",
                "text/*;q=0 | ",
                "text/plain;q=2 | ",
                "text/plain;q=x | "
            })
    void theTypeThatTheClientLikesBestIsSent(@Nullable String accept, @Nullable String type) {
        List<String> ranges =
                accept == null ? List.of() : HttpHeaders.of("Accept", accept).elements("Accept");
        assertThat(MediaTypes.best(ranges, List.of("text/plain", "text/html"))).isEqualTo(type);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json;v=2 | application/json;v=2",
                "application/json;v=3 | application/json;v=1",
                "application/json;V=2;q=0.5, application/json;q=0.4 | application/json;v=2",
                "application/json;q=0.7, application/json;v=1;q=0.6, application/json;v=2;q=0.8 | application/json;v=2",
                "application/json;v=1;q=0, application/json | application/json;v=2",
                "application/json;profile=x;q=0, application/json | application/json;v=1",
                "application/json;charset=utf-8 | application/json;v=1"
            })
    void parametersAreComparedTooAndTheMostSpecificRangeCounts(String accept, String type) {
        List<String> ranges = HttpHeaders.of("Accept", accept).elements("Accept");

        assertThat(MediaTypes.best(ranges, List.of("application/json;v=1", "application/json;v=2")))
                .isEqualTo(type);
    }

    @Test
    void whatIsNotAcceptedIs406AsAProblem() throws Exception {
        assertThat(web.get("/mvc/either", "Accept", "text/html").headers().firstValue("Content-Type"))
                .contains("text/html");
        HttpResponse<String> refused = web.get("/mvc/either", "Accept", "application/json");
        Web.isProblem(refused, 406);
        assertThat(refused.body()).contains("text/plain or text/html");
    }

    /** A cache must not answer everybody with what one client prefers (RFC 9110 section 12.5.5). */
    @Test
    void whatDependsOnAcceptSaysSo() throws Exception {
        assertThat(web.get("/mvc/either").headers().allValues("Vary")).containsExactly("Accept");
        assertThat(web.get("/mvc/either", "Accept", "image/png").headers().allValues("Vary"))
                .containsExactly("Accept");
        assertThat(web.get("/mvc/moved").headers().allValues("Vary")).isEmpty();
    }

    @Test
    void severalLinesOfAcceptAreOneList() throws Exception {
        assertThat(accepting("image/png", "text/html")).contains("text/html");
        assertThat(accepting("text/plain;q=0.1", "text/html")).contains("text/html");
        assertThat(accepting("*/*", "text/plain;q=0")).contains("text/html");
        Web.isProblem(web.get("/mvc/either", "Accept", "image/png", "Accept", "image/gif"), 406);
    }

    private static Optional<String> accepting(String one, String other) throws Exception {
        return web.get("/mvc/either", "Accept", one, "Accept", other).headers().firstValue("Content-Type");
    }

    @Test
    void aPutOfAPartIs400() throws Exception {
        String[] part = {"Content-Type", "application/json", "Content-Range", "bytes 0-1/9"};
        Web.isProblem(web.send("PUT", "/mvc/purchase", "{}", part), 400);
        assertThat(web.send("PUT", "/mvc/purchase", "{}", part).body()).contains("Content-Range");
    }

    @Test
    void aTypeThatIsNotTakenIs415WithThoseThatAre() throws Exception {
        HttpResponse<String> post = web.send("POST", "/mvc/purchase", "{}", "Content-Type", "text/plain");
        Web.isProblem(post, 415);
        assertThat(post.headers().firstValue("Accept-Post")).contains("application/json");
        HttpResponse<String> patch = web.send("PATCH", "/mvc/purchase", "{}");
        Web.isProblem(patch, 415);
        assertThat(patch.headers().firstValue("Accept-Patch")).contains("application/json");
        HttpResponse<String> put = web.send("PUT", "/mvc/purchase", "{}", "Content-Type", "x/y");
        Web.isProblem(put, 415);
        assertThat(put.headers().firstValue("Accept")).contains("application/json");
        assertThat(web.send("PATCH", "/mvc/purchase", "{\"a\":1}", "Content-Type", "application/merge-patch+json")
                        .body())
                .isEqualTo("{a=1}");
    }

    /** Nothing decodes it, so that it would be misread. */
    @ParameterizedTest
    @CsvSource({
        "POST, /mvc/purchase, application/json, gzip",
        "POST, /mvc/purchase, application/json, 'identity, br'",
        "PUT, /mvc/documents/text, text/plain, GZIP",
        "POST, /mvc/form?name=x, application/x-www-form-urlencoded, x-unknown",
        "POST, /mvc/caption, multipart/form-data; boundary=b, gzip"
    })
    void codedContentIs415(String method, String path, String type, String coding) throws Exception {
        HttpResponse<String> response = web.send(method, path, "{", "Content-Type", type, "Content-Encoding", coding);
        Web.isProblem(response, 415);
        assertThat(response.headers().firstValue("Accept-Encoding")).contains("identity");
    }

    @Test
    void theCodingOfContentThatNobodyReadsOrDecodesDoesNotMatter() throws Exception {
        String[] bytes = {"Content-Type", "application/octet-stream", "Content-Encoding", "gzip"};
        assertThat(web.send("POST", "/mvc/length", "123", bytes).body()).isEqualTo("3");
        assertThat(web.send("POST", "/mvc/note", "", "Content-Encoding", "gzip").body())
                .isEqualTo("null");
        String[] json = {"Content-Type", "application/json", "Content-Encoding", "Identity"};
        assertThat(web.send("POST", "/mvc/note", "{\"city\":\"Ulm\"}", json).body())
                .isEqualTo("Address[city=Ulm]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE"}) // of which the client sends the first two with a length of 0
    void aBodyThatNeedNotBeThereNeedsNoTypeEither(String method) throws Exception {
        HttpResponse<String> absent = web.send(method, "/mvc/note", "");
        assertThat(absent.statusCode()).as(absent.body()).isEqualTo(200);
        assertThat(absent.body()).isEqualTo("null");
        assertThat(web.json(method, "/mvc/note", "{\"city\":\"Ulm\"}").body()).isEqualTo("Address[city=Ulm]");
        Web.isProblem(web.send(method, "/mvc/note", "{\"city\":\"Ulm\"}"), 415);
        Web.isProblem(web.send(method, "/mvc/note", "", "Content-Type", "text/plain"), 415);
    }

    @Test
    void aBodyThatMustBeThereIsMissedWith400AndNot415() throws Exception {
        HttpResponse<String> response = web.send("POST", "/mvc/purchase", "");
        Web.isProblem(response, 400);
        assertThat(response.body()).contains("needs a JSON body");
    }

    /** By hand, because a client sends no asterisk. */
    @Test
    void theWholeServerNamesTheMethodsOfAllRoutesAndOfFiles() throws Exception {
        try (Socket socket = new Socket("localhost", web.port())) {
            socket.getOutputStream()
                    .write("OPTIONS * HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n".getBytes(US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII))
                    .contains("\r\nAllow: DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT, TRACE\r\n");
        }
        assertThat(new Methods(List.of()).allow()).isEqualTo("GET, HEAD, OPTIONS");
    }

    @Test
    void everyPathAnswersOptionsAndHeadAndNamesItsMethods() throws Exception {
        HttpResponse<String> options = web.send("OPTIONS", "/mvc/purchase", "");
        assertThat(options.statusCode()).isEqualTo(200);
        assertThat(options.headers().firstValue("Allow").orElse("").split(", "))
                .containsExactlyInAnyOrder("POST", "PATCH", "PUT", "OPTIONS");
        HttpResponse<String> refused = web.send("DELETE", "/mvc/purchase", "");
        Web.isProblem(refused, 405);
        assertThat(refused.headers().firstValue("Allow"))
                .isEqualTo(options.headers().firstValue("Allow"));
        HttpResponse<String> head = web.send("HEAD", "/mvc/either", "");
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.headers().firstValue("Content-Length")).contains("3");
        assertThat(head.body()).isEmpty();
    }
}
