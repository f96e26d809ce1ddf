package comparison.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests files streamed from disk: whole, in part, only the headers, or not modified (RFC 9110, sections 9.3.2, 13 and
 * 14).
 */
interface FileContract extends Targeted {

    int SIZE = 300_001;

    @ParameterizedTest
    @ValueSource(strings = {"contract-file.bin", "contract file äöü.txt"})
    default void aFileIsServedWhole(String name) throws IOException {
        byte[] content = fileOf(SIZE, name);
        Reply reply = app().get(path(name)).has(200);
        assertThat(reply.bytes()).isEqualTo(content);
        assertThat(reply.header("Content-Length")).isEqualTo("" + SIZE);
        assertThat(reply.header("Accept-Ranges")).isEqualTo("bytes");
    }

    @Test
    default void anEmptyFileIsServed() throws IOException {
        fileOf(0, "contract-empty.bin");
        assertThat(app().get(path("contract-empty.bin")).has(200).bytes()).isEmpty();
    }

    @Test
    default void headHasTheHeadersOfGetAndNoBody() throws IOException {
        fileOf(SIZE, "contract-head.bin");
        Reply get = app().get(path("contract-head.bin"));
        Reply head = app().head(path("contract-head.bin")).has(200);
        for (String header : new String[] {"Content-Length", "Content-Type", "ETag"}) {
            assertThat(head.header(header)).as(header).isNotEmpty().isEqualTo(get.header(header));
        }
        assertThat(bytesAfterTheHeaders("HEAD", "contract-head.bin")).isEmpty();
    }

    /** Reads the bytes after the headers. An HTTP client would hide a body after HEAD. */
    private String bytesAfterTheHeaders(String method, String name) throws IOException {
        String request = method + " " + path(name) + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        return RawSocket.answerOf(target().app(), request).split("\r\n\r\n", 2)[1];
    }

    @Test
    default void aRangeIsServed() throws IOException {
        byte[] content = fileOf(SIZE, "contract-range.bin");
        isPart(content, "bytes=0-9", 0, 9);
        isPart(content, "bytes=10-", 10, SIZE - 1);
        isPart(content, "bytes=-100", SIZE - 100, SIZE - 1);
        isPart(content, "bytes=299990-400000", 299_990, SIZE - 1);
    }

    private void isPart(byte[] content, String range, int first, int last) {
        Reply reply = app().get(path("contract-range.bin"), "Range", range).has(206);
        assertThat(reply.header("Content-Range")).isEqualTo("bytes " + first + "-" + last + "/" + content.length);
        assertThat(reply.bytes()).isEqualTo(Arrays.copyOfRange(content, first, last + 1));
    }

    @Test
    default void aRangeBehindTheEndIsNotSatisfiable() throws IOException {
        fileOf(SIZE, "contract-416.bin");
        app().get(path("contract-416.bin"), "Range", "bytes=" + SIZE + "-").has(416);
    }

    @Test
    default void aFileThatTheClientHasIsNotSentAgain() throws IOException {
        byte[] content = fileOf(SIZE, "contract-etag.bin");
        String tag = app().get(path("contract-etag.bin")).header("ETag");
        assertThat(tag).matches("(W/)?\"[^\"]+\"");
        Reply again = app().get(path("contract-etag.bin"), "If-None-Match", tag).has(304);
        assertThat(again.bytes()).isEmpty();
        assertThat(app().get(path("contract-etag.bin"), "If-None-Match", "\"other\"")
                        .has(200)
                        .bytes())
                .isEqualTo(content);
    }

    @Test
    default void aChangedFileHasAnotherTag() throws IOException {
        fileOf(SIZE, "contract-changed.bin");
        String tag = app().get(path("contract-changed.bin")).header("ETag");
        fileOf(SIZE + 1, "contract-changed.bin");
        assertThat(app().get(path("contract-changed.bin"), "If-None-Match", tag)
                        .has(200)
                        .header("ETag"))
                .isNotEqualTo(tag);
    }

    @Test
    default void whatIsNoFileIsNotFound() throws IOException {
        Files.createDirectories(files().resolve("contract-folder"));
        app().get(path("contract-no-such-file.bin")).isProblem(404);
        app().get(path("contract-folder")).isProblem(404);
    }

    /** Does not check the body, because servers reject some of these requests before the application. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "..",
                "../contract-secret.txt",
                "%2e%2e/contract-secret.txt",
                "..%2fcontract-secret.txt",
                "%2e%2e%2fcontract-secret.txt",
                "..%5ccontract-secret.txt",
                "%252e%252e%252fcontract-secret.txt",
                "/etc/passwd",
                "%2fetc%2fpasswd",
                "contract-file.bin%00.txt",
                "."
            })
    default void nothingOutsideTheFolderIsServed(String name) throws IOException {
        // A unique name, because several suites may use the same parent folder.
        String secretName = "contract-secret-" + UUID.randomUUID() + ".txt";
        Path secret = files().resolveSibling(secretName);
        assumeTrue(Files.isWritable(files().toAbsolutePath().getParent()), "no place for a file outside");
        Files.writeString(secret, "secret");
        try {
            String request = "GET /benchmark/file/" + name.replace("contract-secret.txt", secretName)
                    + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
            assertThat(RawSocket.statusOf(target().app(), request)).isIn(400, 404);
        } finally {
            Files.delete(secret);
        }
    }

    private static String path(String name) {
        return "/benchmark/file/"
                + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private Path files() {
        Path files = target().files();
        assumeTrue(files != null, "the folder of the files is not known");
        return Objects.requireNonNull(files);
    }

    /** Creates a file with reproducible content. The owner of the folder deletes it. */
    private byte[] fileOf(int size, String name) throws IOException {
        byte[] content = new byte[size];
        new Random(size).nextBytes(content);
        Files.write(files().resolve(name), content);
        return content;
    }
}
