package sprout.mvc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sprout.config.AppConfig;
import sprout.config.ConfigException;

/** What browsers are told about pages of other origins. */
@SuppressWarnings("NullAway.Init") // the application is started before the first test
class CorsTest {
    private static final String FRIEND = "https://friend.example:8443";
    private static Web web;

    @BeforeAll
    static void start() throws IOException {
        web = new Web(
                "--cors.allowed-origins=https://one.example," + FRIEND,
                "--cors.allowed-methods=GET,PUT",
                "--cors.allowed-headers=Content-Type,X-Token",
                "--cors.exposed-headers=Location,X-Request-Id",
                "--cors.allow-credentials=true",
                "--cors.max-age=10m");
    }

    @AfterAll
    static void stop() {
        web.close();
    }

    @Test
    void corsWritesItsHeadersForAnOriginThatIsAllowed() throws Exception {
        HttpResponse<String> response = web.get("/mvc/either", "Origin", FRIEND);
        assertThat(response.statusCode()).isEqualTo(200);
        has(response, "Access-Control-Allow-Origin", FRIEND);
        has(response, "Access-Control-Allow-Credentials", "true");
        has(response, "Access-Control-Expose-Headers", "Location, X-Request-Id");
        assertThat(response.headers().allValues("Vary")).containsExactly("Origin", "Accept");
    }

    @Test
    void errorsCanBeReadByOtherOriginsToo() throws Exception {
        HttpResponse<String> response = web.get("/mvc/teapot", "Origin", FRIEND);
        Web.isProblem(response, 418);
        has(response, "Access-Control-Allow-Origin", FRIEND);
        has(web.get("/nowhere", "Origin", FRIEND), "Access-Control-Allow-Origin", FRIEND);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://friend.example",
                "http://friend.example:8443",
                "null",
                "https://friend.example:8443.evil.example"
            })
    void anotherOriginIsToldNothingButThatItMatters(String origin) throws Exception {
        HttpResponse<String> response = web.get("/mvc/either", "Origin", origin);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().map()).doesNotContainKey("access-control-allow-origin");
        has(response, "Vary", "Origin");
        has(web.get("/mvc/either"), "Vary", "Origin");
    }

    @Test
    void aPreflightIsAnsweredWithoutAskingTheApplication() throws Exception {
        HttpResponse<String> response = preflight(FRIEND, "PUT", "x-token, content-type");
        assertThat(response.statusCode()).isEqualTo(204);
        has(response, "Access-Control-Allow-Origin", FRIEND);
        has(response, "Access-Control-Allow-Methods", "GET, PUT");
        has(response, "Access-Control-Allow-Headers", "x-token, content-type");
        has(response, "Access-Control-Max-Age", "600");
        assertThat(response.headers().allValues("Vary"))
                .containsExactly("Origin", "Access-Control-Request-Method, Access-Control-Request-Headers");
    }

    @ParameterizedTest
    @CsvSource({
        "https://evil.example,PUT,x-token",
        "https://one.example,DELETE,x-token",
        "https://one.example,put,x-token",
        "https://one.example,PUT,x-other"
    })
    void aPreflightForSomethingElseIsRefused(String origin, String method, String headers) throws Exception {
        HttpResponse<String> response = preflight(origin, method, headers);
        Web.isProblem(response, 403);
        assertThat(response.headers().map())
                .doesNotContainKeys("access-control-allow-origin", "access-control-allow-methods");
    }

    @Test
    void everyOriginMayReadWhatNeedsNoCredentials() throws Exception {
        try (Web open = new Web("--cors.allowed-origins=*")) {
            HttpResponse<String> response = open.get("/mvc/either", "Origin", "https://any.example");
            has(response, "Access-Control-Allow-Origin", "*");
            assertThat(response.headers().map()).doesNotContainKey("access-control-allow-credentials");
            assertThat(response.headers().allValues("Vary")).containsExactly("Accept");
        }
    }

    /** A cache may pass the response on to a page of another origin (WHATWG Fetch, "CORS protocol and HTTP caches"). */
    @Test
    void whatEveryOriginMayReadSaysSoToEveryClient() throws Exception {
        try (Web open = new Web("--cors.allowed-origins=*")) {
            has(open.get("/mvc/either"), "Access-Control-Allow-Origin", "*");
        }
    }

    @Test
    void withoutTheKeyNothingIsWritten() throws Exception {
        try (Web closed = new Web()) {
            HttpResponse<String> response = closed.get("/mvc/either", "Origin", FRIEND);
            assertThat(response.headers().map()).doesNotContainKey("access-control-allow-origin");
            assertThat(response.headers().allValues("Vary")).containsExactly("Accept");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "example.org",
                "https://example.org/",
                "https://example.org/path",
                "*,https://example.org",
                "null"
            })
    void anOriginThatIsNoneEndsTheStart(String origins) {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> Cors.from(AppConfig.of(Map.of("cors.allowed-origins", origins))))
                .withMessageContaining("cors.allowed-origins");
    }

    @Test
    void credentialsForEverybodyEndTheStart() {
        assertThatThrownBy(() -> new Web("--cors.allowed-origins=*", "--cors.allow-credentials=true"))
                .hasMessageContaining("cors.allowed-origins is '*'");
    }

    private static HttpResponse<String> preflight(String origin, String method, String headers) throws Exception {
        return web.send(
                "OPTIONS",
                "/mvc/purchase",
                "",
                "Origin",
                origin,
                "Access-Control-Request-Method",
                method,
                "Access-Control-Request-Headers",
                headers);
    }

    private static void has(HttpResponse<String> response, String header, String value) {
        assertThat(response.headers().firstValue(header)).contains(value);
    }
}
