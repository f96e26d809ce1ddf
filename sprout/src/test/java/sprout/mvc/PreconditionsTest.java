package sprout.mvc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sprout.fixture.mvc.Documents;

/** Conditions of requests that change something (RFC 9110 section 13): if they are false, nothing changes. */
@SuppressWarnings("NullAway.Init") // the application is started before the first test
class PreconditionsTest {
    private static Web web;

    @BeforeAll
    static void start() throws IOException {
        web = new Web();
    }

    @AfterAll
    static void stop() {
        web.close();
    }

    @BeforeEach
    void forget() {
        Documents.CHANGES.set(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "PATCH", "DELETE", "POST-IT"})
    void aChangeOfAVersionThatNobodyKnowsIsRefused(String method) throws Exception {
        for (String path : List.of("/mvc/documents/plain", "/mvc/documents/text")) {
            Web.isProblem(web.send(method, path, "", "If-Match", "\"a\", \"b\""), 412);
            Web.isProblem(web.send(method, path, "", "If-Match", "\"*\""), 412);
        }
        assertThat(Documents.CHANGES).hasValue(0);
    }

    /** A star is about whether anything exists, which only the controller knows; no date is known (section 13.1.4). */
    @ParameterizedTest
    @CsvSource({
        "If-Match, *",
        "If-None-Match, *",
        "If-None-Match, \"a\"",
        "If-Unmodified-Since, 'Sun, 06 Nov 1994 08:49:37 GMT'"
    })
    void otherConditionsAreLeftToAMethodThatKnowsNoVersion(String name, String value) throws Exception {
        assertThat(web.send("PUT", "/mvc/documents/plain", "", name, value).statusCode())
                .isEqualTo(200);
        assertThat(Documents.CHANGES).hasValue(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"a\" | If-Match | \"a\" | 200",
                "\"a\" | If-Match | \"b\", \"a\" | 200",
                "\"a\" | If-Match | * | 200",
                "\"a\" | If-Match | \"b\" | 412",
                "W/\"a\" | If-Match | W/\"a\" | 412",
                "\"a\" | If-None-Match | * | 412",
                "\"a\" | If-None-Match | W/\"a\" | 412",
                "\"a\" | If-None-Match | \"b\" | 200",
                " | If-Match | * | 412",
                " | If-Match | \"a\" | 412",
                " | If-None-Match | * | 200",
                " | If-Unmodified-Since | Sun, 06 Nov 1994 08:49:36 GMT | 200",
                "1994-11-06T08:49:37.5Z | If-Match | * | 200",
                "1994-11-06T08:49:37.5Z | If-None-Match | * | 412",
                "1994-11-06T08:49:37.5Z | If-Unmodified-Since | Sun, 06 Nov 1994 08:49:37 GMT | 200",
                "1994-11-06T08:49:37.5Z | If-Unmodified-Since | Sun, 06 Nov 1994 08:49:36 GMT | 412",
                "1994-11-06T08:49:37.5Z | If-Modified-Since | Sun, 06 Nov 1994 08:49:37 GMT | 200"
            })
    void aMethodThatKnowsTheVersionDecides(@Nullable String version, String name, String value, int status)
            throws Exception {
        String query = version == null
                ? ""
                : (version.contains("\"") ? "?etag=" : "?modified=") + URLEncoder.encode(version, UTF_8);

        HttpResponse<String> response = web.send("PUT", "/mvc/documents/versioned" + query, "", name, value);

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(Documents.CHANGES).hasValue(status == 200 ? 1 : 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"request", "header"})
    void aMethodThatSeesTheHeaderDecides(String path) throws Exception {
        HttpResponse<String> response = web.send("PUT", "/mvc/documents/" + path, "", "If-Match", "\"a\"");
        assertThat(response.body()).isEqualTo("changed\"a\"");
    }

    /** The response, not the method, has the version that the conditions of a GET are about. */
    @Test
    void aGetIsNotRefusedByTheMethod() throws Exception {
        assertThat(web.get("/mvc/documents/versioned?etag=x", "If-None-Match", "*")
                        .statusCode())
                .isEqualTo(304);
    }

    /** Conditions do not hide what is wrong with a request anyhow (section 13.2.1). */
    @Test
    void otherRefusalsComeFirst() throws Exception {
        String[] headers = {"If-Match", "\"a\"", "Content-Type", "image/png"};
        Web.isProblem(web.send("PUT", "/mvc/documents/text", "x", headers), 415);
        Web.isProblem(web.send("PUT", "/mvc/nothing", "x", headers), 404);
        Web.isProblem(web.send("PUT", "/mvc/teapot", "x", headers), 405);
    }
}
