package sprout.mvc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of the class path and of a folder, and that nothing else gets out. */
@SuppressWarnings("NullAway.Init") // the application is started before the first test
class StaticFilesTest {
    @TempDir
    private static Path parent;

    private static Web web;

    @BeforeAll
    static void start() throws IOException {
        Path folder = Files.createDirectories(parent.resolve("public/sub/.git"));
        Files.writeString(parent.resolve("outside.txt"), "classified");
        Files.writeString(parent.resolve("public/0123.txt"), "0123456789");
        Files.writeString(parent.resolve("public/sub/a b.html"), "<p>ä");
        Files.writeString(folder.resolve("config"), "classified");
        Files.createDirectories(parent.resolve("public/.well-known"));
        Files.writeString(parent.resolve("public/.well-known/security.txt"), "Contact: x");
        Files.createSymbolicLink(parent.resolve("public/link.txt"), parent.resolve("outside.txt"));
        web = new Web(
                "--static.locations=classpath:/static/," + parent.resolve("public"),
                "--static.cache-control=max-age=60");
    }

    @AfterAll
    static void stop() {
        web.close();
    }

    @ParameterizedTest
    @CsvSource({
        "/style.css,text/css;charset=UTF-8",
        "/0123.txt,text/plain;charset=UTF-8",
        "/sub/a%20b.html,text/html;charset=UTF-8",
        "/,text/html;charset=UTF-8",
        "/docs/,text/html;charset=UTF-8",
        "/.well-known/security.txt,text/plain;charset=UTF-8"
    })
    void aFileIsSentWithItsTypeAndHowLongItMayBeKept(String path, String type) throws Exception {
        HttpResponse<String> response = web.get(path);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).contains(type);
        assertThat(response.headers().firstValue("Cache-Control")).contains("max-age=60");
        assertThat(response.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        HttpResponse<String> again = web.get(
                path, "If-None-Match", response.headers().firstValue("ETag").orElse(""));
        assertThat(again.statusCode()).isEqualTo(304);
        HttpResponse<String> head = web.send("HEAD", path, "");
        assertThat(head.headers().firstValue("Content-Length"))
                .isEqualTo(response.headers().firstValue("Content-Length"));
    }

    @ParameterizedTest
    @CsvSource({"/0123.txt,bytes=2-4,206,234", "/0123.txt,bytes=-2,206,89", "/style.css,bytes=0-3,206,body"})
    void aRangeIsSentFromMemoryAndFromDisk(String path, String range, int status, String body) throws Exception {
        HttpResponse<String> response = web.get(path, "Range", range);
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).isEqualTo(body);
    }

    /** The problem must not be kept as long as the file. */
    @ParameterizedTest
    @CsvSource({"Range, bytes=10-, 416", "If-Match, \"x\", 412"})
    void whatCannotBeSentIsAProblemThatNobodyKeeps(String name, String value, int status) throws Exception {
        HttpResponse<String> response = web.get("/0123.txt", name, value);
        Web.isProblem(response, status);
        assertThat(response.headers().firstValue("Cache-Control")).isEmpty();
        assertThat(response.headers().firstValue("ETag")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../outside.txt",
                "/sub/../../outside.txt",
                "/%2e%2e/outside.txt",
                "/..%2foutside.txt",
                "/sub/..%5c..%5coutside.txt",
                "//outside.txt",
                "/link.txt",
                "/sub/.git/config",
                "/sub/%2egit/config",
                "/.hidden",
                "/sub",
                "/sub/",
                "/nothing.txt",
                "/0123.txt/",
                "/docs/index.html/..",
                "/../fixture/mvc/MvcFixture.class"
            })
    void nothingElseIsSent(String path) throws Exception {
        // By hand, because a client would tidy the path up.
        try (Socket socket = new Socket("localhost", web.port())) {
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            String response = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(response).startsWith("HTTP/1.1 404 ").doesNotContain("classified", "secret");
        }
    }

    @Test
    void aFolderIsFoundWithoutItsSlashToo() throws Exception {
        HttpResponse<String> response = web.get("/docs?a=b");
        assertThat(response.statusCode()).isEqualTo(301);
        assertThat(response.headers().firstValue("Location")).contains("/docs/?a=b");
        assertThat(web.send("HEAD", "/docs", "").statusCode()).isEqualTo(301);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/style.css", "/docs/", "/docs"})
    void aFileIsOnlyRead(String path) throws Exception {
        for (String method : List.of("DELETE", "POST", "TRACE")) {
            HttpResponse<String> response = web.send(method, path, "");
            Web.isProblem(response, 405);
            assertThat(response.headers().firstValue("Allow")).contains("GET, HEAD, OPTIONS");
        }
        HttpResponse<String> options = web.send("OPTIONS", path, "");
        assertThat(options.statusCode()).isEqualTo(200);
        assertThat(options.headers().firstValue("Allow")).contains("GET, HEAD, OPTIONS");
        HttpResponse<String> unknown = web.send("FOO", path, "");
        Web.isProblem(unknown, 501);
        assertThat(unknown.headers().firstValue("Allow")).isEmpty();
    }

    @Test
    void aFolderThatDoesNotExistEndsTheStart() {
        assertThatThrownBy(() -> new Web("--static.locations=/does/not/exist"))
                .hasMessageContaining("static.locations has '/does/not/exist'");
    }
}
