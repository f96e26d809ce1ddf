package sprout.mvc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sprout.http.HttpDate;
import sprout.server.HttpServer;
import sprout.server.ServerOptions;

/** Files by HTTP: ranges (RFC 9110 section 14), conditions (section 13), and nothing outside of their folder. */
final class FileResponseTest {
    private static final String MODIFIED = "Sun, 06 Nov 1994 08:49:37 GMT";

    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        Path files = Files.createDirectories(folder.resolve("files/inner"));
        Path file = Files.writeString(folder.resolve("files/digits.txt"), "0123456789");
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("1994-11-06T08:49:37.500Z")));
        Files.writeString(folder.resolve("secret.txt"), "secret");
        Files.writeString(files.resolve("empty.bin"), "");
        Files.createSymbolicLink(folder.resolve("files/out.txt"), folder.resolve("secret.txt"));
        Files.createSymbolicLink(folder.resolve("files/in.txt"), file);
        server = HttpServer.start(ServerOptions.builder().port(0).build(), (request, response) -> {
            String status = request.query();
            FileResponse.of(folder.resolve("files"), request.path().substring(1))
                    .write(null, request, status == null ? response : response.status(Integer.parseInt(status)));
        });
    }

    @AfterEach
    void stop() {
        server.close();
        client.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bytes=0-3 | 206 | 0123 | bytes 0-3/10",
                "BYTES=0-3 | 206 | 0123 | bytes 0-3/10",
                "bytes=7- | 206 | 789 | bytes 7-9/10",
                "bytes=-2 | 206 | 89 | bytes 8-9/10",
                "bytes=-20 | 206 | 0123456789 | bytes 0-9/10",
                "bytes=8-99 | 206 | 89 | bytes 8-9/10",
                "bytes=10- | 416 | PROBLEM | bytes */10",
                "bytes=-0 | 416 | PROBLEM | bytes */10",
                "bytes=5-2 | 200 | 0123456789 | ''",
                "bytes=0-1,3-4 | 200 | 0123456789 | ''",
                "bytes=0-3, | 206 | 0123 | bytes 0-3/10",
                "'bytes=, ,0-3 ,' | 206 | 0123 | bytes 0-3/10",
                "bytes=, | 200 | 0123456789 | ''",
                "bytes=0- 3 | 200 | 0123456789 | ''",
                "bytes=0 -3 | 200 | 0123456789 | ''",
                "bytes= 0-3 | 200 | 0123456789 | ''",
                "'bytes= 0-3,' | 200 | 0123456789 | ''",
                "bytes=a-b | 200 | 0123456789 | ''",
                "bytes=- | 200 | 0123456789 | ''",
                "bytes=99999999999999999999- | 416 | PROBLEM | bytes */10",
                "bytes=8-99999999999999999999 | 206 | 89 | bytes 8-9/10",
                "bytes=-99999999999999999999 | 206 | 0123456789 | bytes 0-9/10",
                "lines=0-1 | 200 | 0123456789 | ''"
            })
    void sendsOneRange(String range, int status, String body, String contentRange) throws Exception {
        HttpResponse<String> response = send("GET", "digits.txt", "Range", range);
        assertThat(response.statusCode()).isEqualTo(status);
        if (body.equals("PROBLEM")) {
            Web.isProblem(response, 416);
        } else {
            assertThat(response.body()).isEqualTo(body);
        }
        assertThat(response.headers().firstValue("Content-Range").orElse("")).isEqualTo(contentRange);
        assertThat(response.headers().firstValue("Accept-Ranges")).hasValue("bytes");
    }

    /** Two lines would be one list, of which the first line is only a part (RFC 9110 section 5.3). */
    @Test
    void ignoresWhatIsSentTwice() throws Exception {
        assertThat(send("GET", "digits.txt", "Range", "bytes=0-3", "Range", "bytes=5-6")
                        .body())
                .isEqualTo("0123456789");
        assertThat(send("GET", "digits.txt", "Range", "bytes=0-3", "If-Range", etag(), "If-Range", etag())
                        .body())
                .isEqualTo("0123456789");
        assertThat(send("GET", "digits.txt", "If-Modified-Since", MODIFIED, "If-Modified-Since", MODIFIED)
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void ignoresARangeOfHead() throws Exception {
        HttpResponse<String> response = send("HEAD", "digits.txt", "Range", "bytes=0-3");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Length")).hasValue("10");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "If-None-Match | ETAG | 304",
                "If-None-Match | W/ETAG | 304",
                "If-None-Match | \"a\", ETAG | 304",
                "If-None-Match | \"a\\\", ETAG | 304",
                "If-None-Match | * | 304",
                "If-None-Match | \"a\" | 200",
                "If-None-Match | \"a,*,b\" | 200",
                "If-Match | ETAG | 200",
                "If-Match | * | 200",
                "If-Match | W/ETAG | 412",
                "If-Match | \"a\" | 412",
                "If-Match | \"a,*,b\" | 412",
                "If-Modified-Since | Sun, 06 Nov 1994 08:49:37 GMT | 304",
                "If-Modified-Since | Sunday, 06-Nov-94 08:49:37 GMT | 304",
                "If-Modified-Since | Sun Nov  6 08:49:37 1994 | 304",
                "If-Modified-Since | Sun, 06 Nov 1994 08:49:36 GMT | 200",
                "If-Modified-Since | yesterday | 200",
                "If-Unmodified-Since | Sun, 06 Nov 1994 08:49:37 GMT | 200",
                "If-Unmodified-Since | Sun, 06 Nov 1994 08:49:36 GMT | 412"
            })
    void evaluatesConditions(String name, String value, int status) throws Exception {
        HttpResponse<String> response = send("GET", "digits.txt", name, value.replace("ETAG", etag()));
        if (status == 412) {
            Web.isProblem(response, 412);
        } else {
            assertThat(response.statusCode()).isEqualTo(status);
            assertThat(response.body()).isEqualTo(status == 200 ? "0123456789" : "");
        }
        assertThat(response.headers().firstValue("ETag")).hasValue(etag());
        assertThat(response.headers().firstValue("Last-Modified")).hasValue(MODIFIED);
    }

    /**
     * The date that the client gets is not later than the response (RFC 9110 section 8.8.2.1), but the file is still
     * compared by its own.
     */
    @Test
    void sendsNoDateInTheFuture() throws Exception {
        Path file = Files.writeString(folder.resolve("files/tomorrow.txt"), "0123456789");
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(86_400)));
        HttpResponse<String> response = send("GET", "tomorrow.txt");
        String sent = response.headers().firstValue("Last-Modified").orElseThrow();
        assertThat(date(sent))
                .isBeforeOrEqualTo(date(response.headers().firstValue("Date").orElseThrow()))
                .isAfter(Instant.now().minusSeconds(3600));
        assertThat(send("GET", "tomorrow.txt", "If-Modified-Since", sent).statusCode())
                .isEqualTo(200);
    }

    private static Instant date(String text) {
        return Objects.requireNonNull(HttpDate.parse(text));
    }

    @Test
    void looksAtTheDateOnlyWithoutATag() throws Exception {
        assertThat(send("GET", "digits.txt", "If-None-Match", "\"a\"", "If-Modified-Since", MODIFIED)
                        .statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ETAG | 206",
                "W/ETAG | 200",
                "\"a\" | 200",
                "Sun, 06 Nov 1994 08:49:37 GMT | 206",
                "Sun, 06 Nov 1994 08:49:38 GMT | 200"
            })
    void sendsARangeOnlyOfTheVersionThatTheClientHas(String version, int status) throws Exception {
        HttpResponse<String> response =
                send("GET", "digits.txt", "Range", "bytes=0-3", "If-Range", version.replace("ETAG", etag()));
        assertThat(response.statusCode()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Range | bytes=0-3",
                "Range | bytes=10-",
                "If-None-Match | *",
                "If-Match | \"a\"",
                "If-Modified-Since | Sun, 06 Nov 1994 08:49:37 GMT",
                "If-Unmodified-Since | Sun, 06 Nov 1994 08:49:36 GMT"
            })
    void sendsThePageOfAnErrorWholeWhateverIsAskedOfTheFile(String name, String value) throws Exception {
        HttpResponse<String> response = send("GET", "digits.txt?404", name, value);
        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(response.body()).isEqualTo("0123456789");
        assertThat(response.headers().firstValue("Content-Type")).hasValue("text/plain;charset=UTF-8");
        assertThat(response.headers().map()).doesNotContainKeys("etag", "accept-ranges", "content-range");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../secret.txt",
                "%2e%2e/secret.txt",
                "..%2fsecret.txt",
                "inner/..%2f../secret.txt",
                "%2e%2e%2fsecret.txt",
                "..%5csecret.txt",
                "out.txt",
                "/etc/passwd",
                "%2fetc%2fpasswd",
                "inner",
                "",
                "nothing.txt"
            })
    void findsNothingOutsideOfItsFolder(String path) throws Exception {
        HttpResponse<String> response = send("GET", path);
        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(response.body()).doesNotContain("secret", "root:");
    }

    @Test
    void followsLinksWithinItsFolder() throws Exception {
        assertThat(send("GET", "in.txt").body()).isEqualTo("0123456789");
    }

    @Test
    void sendsAnEmptyFile() throws Exception {
        HttpResponse<String> response = send("GET", "inner/empty.bin");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Length")).hasValue("0");
        assertThat(send("GET", "inner/empty.bin", "Range", "bytes=-5").statusCode())
                .isEqualTo(200);
        assertThat(send("GET", "inner/empty.bin", "Range", "bytes=-0").statusCode())
                .isEqualTo(416);
        assertThat(send("GET", "inner/empty.bin", "Range", "bytes=0-").statusCode())
                .isEqualTo(416);
    }

    /** Its conditions were about what the method changes, and evaluated before that ({@link PreconditionsTest}). */
    @Test
    void hasNoConditionsAfterAMethodThatMayHaveChangedSomething() throws Exception {
        HttpResponse<String> response = send("PUT", "digits.txt", "If-None-Match", etag(), "Range", "bytes=0-3");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("0123456789");
        assertThat(response.headers().firstValue("ETag")).isEmpty();
    }

    private String etag() throws Exception {
        return send("HEAD", "digits.txt").headers().firstValue("ETag").orElseThrow();
    }

    private HttpResponse<String> send(String method, String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://localhost:" + server.port() + "/" + path))
                .method(method, HttpRequest.BodyPublishers.noBody());
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
