package sprout.mvc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.Socket;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From what a controller returns to the response, also late, in parts, or not at all. */
class ResultsTest {
    @ParameterizedTest
    @CsvSource({"nio,virtual", "nio,platform", "hybrid,virtual", "hybrid,platform"})
    void resultsThatComeLaterAreWrittenInEveryMode(String mode, String threads) throws Exception {
        try (Web web = web(mode, threads)) {
            HttpResponse<String> response = web.get("/mvc/later?ms=20");
            assertThat(response.statusCode()).isEqualTo(202);
            assertThat(response.body()).isEqualTo("later");
            HttpResponse<String> failed = web.get("/mvc/later-fails");
            Web.isProblem(failed, 418);
            assertThat(failed.body()).contains("short and stout");
            Web.isProblem(web.get("/mvc/later-breaks"), 500);
            assertThat(web.get("/mvc/later?ms=0").body()).isEqualTo("later");
        }
    }

    @Test
    void aResultThatNeverComesIsNotWaitedForWithoutEnd() throws Exception {
        try (Web web = new Web("--mvc.async-timeout=50ms")) {
            Web.isProblem(web.get("/mvc/never"), 503);
        }
    }

    @ParameterizedTest
    @CsvSource({"nio,virtual", "nio,platform", "hybrid,virtual", "hybrid,platform"})
    void aClientThatDoesNotWaitForALaterResultHarmsNobodyInAnyMode(String mode, String threads) throws Exception {
        try (Web web = web(mode, threads)) {
            for (int i = 0; i < 20; i++) {
                try (Socket socket = new Socket("localhost", web.port())) {
                    socket.setSoLinger(true, 0);
                    socket.getOutputStream()
                            .write("GET /mvc/later?ms=30 HTTP/1.1\r\nHost: h\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
                }
            }
            assertThat(web.get("/mvc/later?ms=50").body()).isEqualTo("later");
        }
    }

    @ParameterizedTest
    @CsvSource({"nio,virtual", "nio,platform", "hybrid,virtual", "hybrid,platform"})
    void bodiesAreStreamedBothWaysInEveryMode(String mode, String threads) throws Exception {
        try (Web web = web(mode, threads)) {
            HttpResponse<String> streamed = web.get("/mvc/stream?bytes=100000");
            assertThat(streamed.headers().firstValue("Content-Type")).contains("application/octet-stream");
            assertThat(streamed.body()).hasSize(100_000).startsWith("abc");
            HttpResponse<String> length =
                    web.send("POST", "/mvc/length", new byte[300_000], "Content-Type", "application/octet-stream");
            assertThat(length.body()).isEqualTo("300000");
        }
    }

    @ParameterizedTest
    @CsvSource({"nio,virtual", "nio,platform", "hybrid,virtual", "hybrid,platform"})
    void aFailureIsACleanAnswerBeforeTheFirstByteAndACutConnectionAfterItInEveryMode(String mode, String threads)
            throws Exception {
        try (Web web = web(mode, threads)) {
            Web.isProblem(web.get("/mvc/stream?bytes=100000&failAt=10"), 500);
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> web.get("/mvc/stream?bytes=100000&failAt=90000"));
            assertThat(web.get("/mvc/stream?bytes=3").body()).isEqualTo("abc");
        }
    }

    @Test
    void aMethodMayWriteItsBodyItself() throws Exception {
        try (Web web = web("nio", "virtual")) {
            assertThat(web.get("/mvc/own-stream").body()).isEqualTo("own");
            HttpResponse<String> input = web.get("/mvc/input");
            assertThat(input.headers().firstValue("Content-Type")).contains("text/csv");
            assertThat(input.body()).isEqualTo("a,b");
        }
    }

    @Test
    void aFileHasTheTypeThatItsMethodProduces(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("report.bin"), "a,b");
        String path = "/mvc/report?folder=" + URLEncoder.encode(folder.toString(), StandardCharsets.UTF_8);
        try (Web web = web("nio", "virtual")) {
            HttpResponse<String> file = web.get(path);
            assertThat(file.headers().firstValue("Content-Type")).contains("text/csv");
            assertThat(file.body()).isEqualTo("a,b");
            HttpResponse<String> known = web.get(path, "If-None-Match", "*");
            assertThat(known.statusCode()).isEqualTo(304);
            assertThat(known.headers().firstValue("Content-Type")).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ETag | \"v1\" | If-None-Match | \"v0\", W/\"v1\" | 304",
                "ETag | W/\"v1\" | If-None-Match | \"v1\" | 304",
                "ETag | \"v1\" | If-None-Match | * | 304",
                "ETag | \"v1\" | If-None-Match | \"v2\" | 200",
                "ETag | \"v1\" | If-Match | \"v1\" | 200",
                "ETag | \"v1\" | If-Match | \"v2\" | 412",
                "ETag | W/\"v1\" | If-Match | W/\"v1\" | 412",
                "Last-Modified | Sun, 06 Nov 1994 08:49:37 GMT | If-Modified-Since | Sun, 06 Nov 1994 08:49:37 GMT | 304",
                "Last-Modified | Sun, 06 Nov 1994 08:49:37 GMT | If-Modified-Since | Sun, 06 Nov 1994 08:49:36 GMT | 200",
                "X-Version | \"v1\" | If-None-Match | * | 304",
                "X-Version | \"v1\" | If-None-Match | \"v1\" | 200",
                "X-Version | \"v1\" | If-Match | \"v1\" | 412",
                "X-Version | \"v1\" | If-Match | * | 200",
                "X-Version | \"v1\" | If-Modified-Since | Sun, 06 Nov 1994 08:49:37 GMT | 200"
            })
    void aResultIsConditional(String name, String value, String condition, String asked, int status) throws Exception {
        try (Web web = web("nio", "virtual")) {
            HttpResponse<String> response = web.get(
                    "/mvc/versioned?name=%s&value=%s".formatted(name, URLEncoder.encode(value, StandardCharsets.UTF_8)),
                    condition,
                    asked);

            assertThat(response.headers().firstValue(name)).contains(value);
            if (status == 412) {
                Web.isProblem(response, 412);
            } else {
                assertThat(response.statusCode()).isEqualTo(status);
                assertThat(response.body()).isEqualTo(status == 200 ? "content" : "");
            }
        }
    }

    /** The headers of the result would misdescribe the problem. */
    @Test
    void aRefusedConditionIsAProblemWithoutTheContentOfTheResult() throws Exception {
        try (Web web = web("nio", "virtual")) {
            String path = "/mvc/versioned?name=Content-Encoding&value=gzip";
            HttpResponse<String> response = web.get(path, "If-Match", "\"v2\"");
            Web.isProblem(response, 412);
            assertThat(response.headers().firstValue("Content-Encoding")).isEmpty();
            HttpResponse<String> head = web.send("HEAD", path, "", "If-Match", "\"v2\"");
            assertThat(head.statusCode()).isEqualTo(412);
            assertThat(head.body()).isEmpty();
        }
    }

    @Test
    void aMethodWithoutResultKeepsTheStatusThatItSet() throws Exception {
        try (Web web = web("nio", "virtual")) {
            for (String path : List.of("/mvc/sent-on", "/mvc/sent-on-without")) {
                HttpResponse<String> response = web.send("POST", path, "");
                assertThat(response.statusCode()).isEqualTo(303);
                assertThat(response.headers().firstValue("Location")).contains("/mvc/either");
            }
            assertThat(web.get("/mvc/nobody").statusCode()).isEqualTo(404);
            assertThat(web.get("/mvc/told/accepted").statusCode()).isEqualTo(202);
        }
    }

    @Test
    void aRedirectNamesItsTargetInAscii() throws Exception {
        try (Web web = web("nio", "virtual")) {
            HttpResponse<String> response = web.get("/mvc/moved");
            assertThat(response.statusCode()).isEqualTo(303);
            assertThat(response.headers().firstValue("Location")).contains("/mvc/gr%C3%BC%C3%9Fe?a=b");
        }
    }

    private static Web web(String mode, String threads) throws IOException {
        return new Web("--server.execution-mode=" + mode, "--server.thread-type=" + threads);
    }
}
