package sprout.mvc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sprout.config.AppConfig;
import sprout.http.HttpHeaders;
import sprout.http.HttpRequest;

/** Forms over the wire; the temporary files of each are gone when it is answered. */
@SuppressWarnings("NullAway.Init") // the folder is made before each test
class FormsTest {
    private static final String URL_ENCODED = "application/x-www-form-urlencoded";
    private static final String MULTIPART = "multipart/form-data; boundary=\"b o'u\"";
    private static final FormLimits LIMITS = FormLimits.from(AppConfig.of(Map.of()));

    @TempDir
    private Path folder;

    @AfterEach
    void noFileIsLeft() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    private Web web(String... settings) throws IOException {
        return new Web(Stream.concat(
                        Stream.of(
                                "--multipart.folder=" + folder,
                                "--multipart.memory-bytes=100",
                                "--multipart.max-file-bytes=300000",
                                "--forms.max-fields=5"),
                        Stream.of(settings))
                .toArray(String[]::new));
    }

    @Test
    void fieldsOfAFormAndOfTheQueryAreParameters() throws Exception {
        try (Web web = web()) {
            HttpResponse<String> response =
                    web.send("POST", "/mvc/form?n=1", "name=J%C3%BCrgen+K&n=2&q=", "Content-Type", URL_ENCODED);
            assertThat(response.body()).isEqualTo("Jürgen K [1, 2] -");
            Web.blames(web.send("POST", "/mvc/form", "n=2", "Content-Type", URL_ENCODED), "name");
            Web.blames(web.send("POST", "/mvc/form", "name=%C3", "Content-Type", URL_ENCODED), "name");
            Web.blames(web.send("POST", "/mvc/form", "name=ü", "Content-Type", URL_ENCODED), "name");
            Web.blames(web.send("POST", "/mvc/form", "name=%0", "Content-Type", URL_ENCODED), "name");
            Web.isProblem(web.send("POST", "/mvc/form", "a=1&b&c&d&e&f", "Content-Type", URL_ENCODED), 413);
            Web.isProblem(web.send("POST", "/mvc/form", "name=a&n=1,2,3,4,5,6", "Content-Type", URL_ENCODED), 413);
        }
    }

    @ParameterizedTest
    @CsvSource({"nio,virtual", "nio,platform", "hybrid,virtual", "hybrid,platform"})
    void filesInMemoryAndOnDiskArriveWholeInEveryMode(String mode, String threads) throws Exception {
        try (Web web = web("--server.execution-mode=" + mode, "--server.thread-type=" + threads)) {
            for (int size : List.of(0, 1, 100, 101, 8192, 250_000)) {
                byte[] content = new byte[size];
                java.util.Arrays.fill(content, (byte) 1);
                HttpResponse<String> response = upload(
                        web,
                        part("title", "", "Grüße"),
                        part(
                                "file",
                                "; filename=\"C:\\\\tmp\\\\..\\a \\\"b\\\".bin\"\r\nContent-Type: image/png",
                                new String(content, StandardCharsets.ISO_8859_1)),
                        part("line", "\r\nContent-Type: application/json", "{\"article\":\"tea\",\"count\":1}"),
                        part("more", "; filename=../../x", ""));
                assertThat(response.body())
                        .isEqualTo("Grüße a \"b\".bin image/png %d %d Line[article=tea, count=1] x", size, size);
            }
        }
    }

    /** A cache would give the answer to all clients of the same URL. */
    @Test
    void theContentOfAGetIsNoForm() throws Exception {
        try (Web web = web()) {
            Web.blames(web.send("GET", "/mvc/stream", "bytes=3", "Content-Type", URL_ENCODED), "bytes");
            assertThat(web.send("GET", "/mvc/stream?bytes=1", "bytes=3", "Content-Type", "multipart/form-data")
                            .body())
                    .isEqualTo("a");
        }
    }

    @Test
    void aPartOfTheBodyIsNotReplacedByTheQuery() throws Exception {
        try (Web web = web()) {
            String path = "/mvc/caption?title=query";
            byte[] form = body(part("title", "", "form"));
            assertThat(web.send("POST", path, form, "Content-Type", MULTIPART).body())
                    .isEqualTo("form");
            byte[] other = body(part("other", "", "form"));
            Web.blames(web.send("POST", path, other, "Content-Type", MULTIPART), "title");
        }
    }

    @Test
    void aMethodThatTakesTheBodyGetsItWholeAndTheFieldsOfAUrlEncodedForm() throws Exception {
        try (Web web = web()) {
            String form = "title=form&tags=form";
            assertThat(web.send("POST", "/mvc/raw?tags=a,b", form, "Content-Type", URL_ENCODED)
                            .body())
                    .isEqualTo("form [a,b, form] " + form);
            String parts = new String(body(part("title", "", "form")), StandardCharsets.UTF_8);
            assertThat(web.send("POST", "/mvc/raw?title=query", parts, "Content-Type", MULTIPART)
                            .body())
                    .isEqualTo("query [] " + parts);
        }
    }

    @Test
    void aFormThatIsNotAsItShouldBeIsRefused() throws Exception {
        try (Web web = web()) {
            Web.blames(upload(web, part("title", "", "x")), "file");
            Web.blames(
                    upload(
                            web,
                            part("title", "", "x"),
                            part("file", "; filename=a", ""),
                            part("line", "", "{\"count\":1,\"count\":2}")),
                    "count");
            Web.isProblem(upload(web, part("title", "", "x".repeat(101))), 413);
            Web.isProblem(upload(web, part("title", "; filename=a", "x".repeat(300_001))), 413);
            Web.isProblem(
                    upload(
                            web,
                            part("a", "", ""),
                            part("a", "", ""),
                            part("a", "", ""),
                            part("a", "", ""),
                            part("a", "", ""),
                            part("a", "", "")),
                    413);
            Web.isProblem(upload(web, part("a", "\r\nX-Long: " + "x".repeat(9000), "")), 413);
            Web.blames(upload(web, part("title", "\r\nContent-Type: text/plain; charset=latin1", "x")), "title");
            Web.isProblem(web.send("POST", "/mvc/upload", "x", "Content-Type", URL_ENCODED), 415);
        }
    }

    @Test
    void aLongNameIsNotRepeatedWhole() throws Exception {
        String name = "%zz" + "a".repeat(90_000);
        try (Web web = web("--server.max-body-bytes=1MB")) {
            HttpResponse<String> response = web.send("POST", "/mvc/form", name, "Content-Type", URL_ENCODED);
            Web.isProblem(response, 400);
            assertThat(response.body()).contains("aaa…").hasSizeLessThan(1000);
        }
    }

    /** The names of parts are held with the form, as their contents are. */
    @Test
    void theHeadersOfPartsAreCounted() {
        List<Long> held = new ArrayList<>();
        FormParts parts = new FormParts(Form.urlEncoded(new byte[0], LIMITS), LIMITS, held::add);
        parts.begin(Map.of("content-disposition", "form-data; name=" + "a".repeat(8000)));

        assertThat(held).singleElement().satisfies(bytes -> assertThat(bytes).isGreaterThan(16_000));
        assertThat(parts.wants("content-type")).isTrue();
        assertThat(parts.wants("x-long")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no delimiter",
                "--b o'u\r\nContent-Disposition: form-data; name=a\r\n\r\nnever ends",
                "--b o'ux\r\n",
                "--b o'u\r\nContent-Disposition: attachment; name=a\r\n\r\n\r\n--b o'u--",
                "--b o'u\r\nContent-Disposition: form-data\r\n\r\n\r\n--b o'u--",
                "--b o'u\r\nContent-Disposition: form-datax; name=a\r\n\r\n\r\n--b o'u--",
                "--b o'u\r\nContent-Disposition: form-data; name=\"a\r\n\r\n\r\n--b o'u--",
                "--b o'u\r\nContent-Disposition: form-data; name=\"a\" b\r\n\r\n\r\n--b o'u--",
                "--b o'u\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n--b o'u--more",
                "--b o'u\r\nno header\r\n\r\n\r\n--b o'u--"
            })
    void aBrokenMultipartBodyIsTheClientsFault(String body) throws Exception {
        try (Web web = web()) {
            Web.isProblem(web.send("POST", "/mvc/upload", body, "Content-Type", MULTIPART), 400);
            Web.isProblem(web.send("POST", "/mvc/upload", body, "Content-Type", "multipart/form-data"), 400);
        }
    }

    @Test
    void theFileOfAControllerThatFailsIsDeletedToo() throws Exception {
        try (Web web = web()) {
            byte[] body = body(part("file", "; filename=a", "x".repeat(1000)));
            Web.isProblem(web.send("POST", "/mvc/upload-fails", body, "Content-Type", MULTIPART), 500);
        }
    }

    @Test
    void theFileOfAClientThatLeavesIsDeletedToo() throws Exception {
        try (Web web = web()) {
            byte[] body = body(part("file", "; filename=a", "x".repeat(100_000)));
            String head = "POST /mvc/upload HTTP/1.1\r\nHost: h\r\nContent-Type: " + MULTIPART + "\r\nContent-Length: "
                    + body.length + "\r\n\r\n";
            try (Socket socket = new Socket("localhost", web.port())) {
                OutputStream out = socket.getOutputStream();
                out.write(head.getBytes(StandardCharsets.ISO_8859_1));
                out.write(body, 0, body.length - 10);
                out.flush();
                Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> awaitFiles(1));
            }
            Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> awaitFiles(0));
        }
    }

    @Test
    void aFileThatWasStoredLeavesNoLargeBufferToItsThread() throws Exception {
        byte[] body = body(part("file", "; filename=a", "x".repeat(400_000)));
        CompletableFuture<Long> left = new CompletableFuture<>();
        Thread thread = Thread.ofPlatform().start(() -> {
            long before = directBytes();
            try (Form form =
                    Form.of(request(body, () -> {}), () -> {}, new FormLimits(5, 500_000, 300_000, 8000, folder))) {
                assertThat(form.files("file")).hasSize(1);
                left.complete(directBytes() - before);
            } catch (Throwable e) {
                left.completeExceptionally(e);
            }
        });
        assertThat(left.get(20, TimeUnit.SECONDS)).isLessThan(100_000);
        thread.join(); // it deletes the file
    }

    private static long directBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    /** @param hold called when the form needs memory */
    private static HttpRequest request(byte[] body, Runnable hold) {
        return (HttpRequest) Proxy.newProxyInstance(
                HttpRequest.class.getClassLoader(),
                new Class<?>[] {HttpRequest.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "method" -> "POST";
                    case "headers" -> HttpHeaders.of("Content-Type", MULTIPART);
                    case "bodyStream" -> new ByteArrayInputStream(body);
                    case "hold" -> {
                        hold.run();
                        yield null;
                    }
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    @Test
    void theFileOfAFormIsDeletedTooIfAnErrorEndsItsReading() {
        byte[] body = body(part("file", "; filename=a", "x".repeat(1000)), part("title", "", "x"));
        HttpRequest request = request(body, () -> {
            throw new OutOfMemoryError("for the second part");
        });
        assertThatThrownBy(() -> Form.of(request, () -> {}, new FormLimits(5, 300_000, 100, 8000, folder)))
                .isInstanceOf(OutOfMemoryError.class);
    }

    private void awaitFiles(int count) throws Exception {
        while (true) {
            try (Stream<Path> files = Files.list(folder)) {
                if (files.count() == count) {
                    return;
                }
            }
            Thread.sleep(5);
        }
    }

    private static String part(String name, String more, String content) {
        return "--b o'u\r\nContent-Disposition: form-data; name=\"" + name + "\"" + more + "\r\n\r\n" + content
                + "\r\n";
    }

    private static byte[] body(String... parts) {
        return (String.join("", parts) + "--b o'u--\r\n").getBytes(StandardCharsets.UTF_8);
    }

    private static HttpResponse<String> upload(Web web, String... parts) throws Exception {
        return web.send("POST", "/mvc/upload", body(parts), "Content-Type", MULTIPART);
    }
}
