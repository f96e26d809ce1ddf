package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.contract.Program;
import comparison.contract.SkippableTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import sprout.RealClient;

/** Tests curl and Python's http.client and urllib, as Debian packages them, against all four modes. */
@Timeout(120)
@Tag("slow")
@SkippableTest
final class RealHttpClientsTest extends EngineTest {
    private static final String PYTHON_CLIENT = """
            import http.client, sys, urllib.request

            port, name = int(sys.argv[1]), sys.argv[2]
            sent = open(name, "rb").read()
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)

            def ask(method, target, body=None, headers={}, **more):
                connection.request(method, target, body=body, headers=headers, **more)
                response = connection.getresponse()
                return response.status, response.read(), response.headers

            assert ask("GET", "/hello")[:2] == (200, b"Hello, World!")
            socket = connection.sock
            assert ask("POST", "/echo", sent)[:2] == (200, sent)
            pieces = (sent[i:i + 777] for i in range(0, len(sent), 777))
            chunked = {"Transfer-Encoding": "chunked"}
            assert ask("POST", "/echo-stream", pieces, chunked, encode_chunked=True)[:2] == (200, sent)
            status, body, headers = ask("HEAD", "/file")
            assert (status, body, headers["Content-Length"]) == (200, b"", "200000")
            assert len(ask("GET", "/stream?100000")[1]) == 100000
            assert ask("GET", "/nothing")[0] == 404
            assert connection.sock is socket, "the connection was kept"
            assert ask("GET", "/close")[1] == b"bye"
            assert connection.sock is None, "the connection was closed"
            url = f"http://127.0.0.1:{port}"
            assert urllib.request.urlopen(url + "/hello", timeout=20).read() == b"Hello, World!"
            assert urllib.request.urlopen(url + "/echo", data=sent, timeout=20).read() == sent
            print("fine")
            """;

    private Path upload = Path.of("");

    @BeforeEach
    void makeUpload() throws Exception {
        byte[] bytes = new byte[300_000];
        new Random(3).nextBytes(bytes);
        upload = Files.write(folder.resolve("upload.bin"), bytes);
    }

    @Test
    void pythonIsUnderstood() throws Exception {
        Path script = Files.writeString(folder.resolve("client.py"), PYTHON_CLIENT);
        assertThat(RealClient.run(
                        Program.PYTHON.required(), script.toString(), String.valueOf(server.port()), upload.toString()))
                .isEqualTo("fine\n");
    }

    @Test
    void curlKeepsItsConnection() throws Exception {
        String said = curl(
                "-o",
                "/dev/null",
                "-o",
                "/dev/null",
                "-w",
                "%{http_code} %{num_connects};",
                url("/hello"),
                url("/hello"));
        assertThat(said).isEqualTo("200 1;200 0;");
    }

    @Test
    void curlSpeaksHttp10() throws Exception {
        assertThat(curl("--http1.0", url("/hello"))).isEqualTo("Hello, World!");
        assertThat(curl("--http1.0", "-o", "/dev/null", "-w", "%{size_download}", url("/stream?100000")))
                .isEqualTo("100000");
    }

    @Test
    void curlAsksForHeadsOnly() throws Exception {
        assertThat(curl("-I", url("/file"))).startsWith("HTTP/1.1 200 OK\r\n").contains("Content-Length: 200000\r\n");
    }

    @Test
    void curlUploadsAfterItWasToldToContinue() throws Exception {
        Path echo = folder.resolve("echo");
        String said = curl(
                "-v", "-H", "Expect: 100-continue", "--data-binary", "@" + upload, "-o", echo.toString(), url("/echo"));
        assertThat(said).contains("HTTP/1.1 100 Continue", "HTTP/1.1 200 OK");
        assertThat(echo).hasSameBinaryContentAs(upload);
    }

    @Test
    void curlUploadsInChunks() throws Exception {
        Path echo = folder.resolve("echo");
        curl(
                "-H",
                "Transfer-Encoding: chunked",
                "-T",
                upload.toString(),
                "-X",
                "POST",
                "-o",
                echo.toString(),
                url("/echo-stream"));
        assertThat(echo).hasSameBinaryContentAs(upload);
    }

    private String url(String target) {
        return "http://127.0.0.1:" + server.port() + target;
    }

    private static String curl(String... arguments) throws Exception {
        return RealClient.run(Stream.concat(Stream.of(Program.CURL.required(), "-sS", "-m", "60"), Stream.of(arguments))
                .toArray(String[]::new));
    }
}
