package sprout;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.contract.Program;
import comparison.contract.SkippableTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sprout.fixture.chat.ChatFixture;
import sprout.server.TestTls;

/** Python's websockets and headless Chromium. */
@Tag("slow")
class RealWebSocketClientsTest {
    private static final String PYTHON_CLIENT = """
            import asyncio, ssl, sys, websockets

            async def fragments():
                for part in ("frag", "ment", "ed"):
                    yield part

            async def main(uri, ca):
                context = ssl.create_default_context(cafile=ca) if uri.startswith("wss") else None
                async with websockets.connect(uri, ssl=context, max_size=None, subprotocols=["chat.v1"]) as socket:
                    assert socket.subprotocol == "chat.v1", socket.subprotocol
                    assert await socket.recv() == "welcome to x"
                    for size in (0, 1, 125, 126, 65535, 65536, 1000000):
                        text = "€" * size
                        await socket.send(text)
                        assert await socket.recv() == text, size
                        data = bytes(i % 251 for i in range(size))
                        await socket.send(data)
                        assert await socket.recv() == data[::-1], size
                    await asyncio.wait_for(await socket.ping("there?"), 20)
                    await socket.send(fragments())
                    assert await socket.recv() == "fragmented"
                    await socket.close(4001, "bye")
                    assert socket.close_code == 4001, socket.close_code
                print("fine")

            asyncio.run(main(sys.argv[1], sys.argv[2]))
            """;

    @TempDir
    private Path folder;

    private static SproutContext start(String mode, String threads, boolean secured) throws IOException {
        String[] settings = {
            "--server.port=0",
            "--management.server.port=0",
            "--server.execution-mode=" + mode,
            "--server.thread-type=" + threads,
            "--server.websocket.max-message-size=20000000",
            secured ? "--server.ssl.certificate=" + TestTls.CERTIFICATE : "--server.ssl.client-auth=none",
            secured ? "--server.ssl.certificate-private-key=" + TestTls.PRIVATE_KEY : "--server.ssl.client-auth=none"
        };
        return SproutApplication.of(ChatFixture.class, settings).start();
    }

    @SkippableTest
    @ParameterizedTest
    @CsvSource({"nio,virtual,ws", "nio,platform,wss", "hybrid,virtual,wss", "hybrid,platform,ws"})
    void pythonIsUnderstood(String mode, String threads, String scheme) throws Exception {
        Path script = Files.writeString(folder.resolve("client.py"), PYTHON_CLIENT);
        try (SproutContext application = start(mode, threads, scheme.equals("wss"))) {
            String said = RealClient.run(
                    Program.PYTHON_WEBSOCKETS.required(),
                    script.toString(),
                    scheme + "://localhost:" + application.port() + "/chat/x",
                    TestTls.CERTIFICATE.toString());
            assertThat(said).isEqualTo("fine\n");
        }
    }

    @SkippableTest
    @ParameterizedTest
    @CsvSource({"nio,virtual,http", "hybrid,virtual,https"})
    void chromiumOpensASocketAndAnEventSource(String mode, String threads, String scheme) throws Exception {
        ChatFixture.REPORTS.clear();
        try (SproutContext application = start(mode, threads, scheme.equals("https"))) {
            Process chromium = RealClient.start(
                    Program.CHROMIUM.required(),
                    "--headless",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-dev-shm-usage",
                    "--ignore-certificate-errors",
                    "--remote-debugging-port=0",
                    "--user-data-dir=" + folder.resolve("profile"),
                    scheme + "://localhost:" + application.port() + "/page");
            try {
                assertThat(ChatFixture.REPORTS.poll(120, TimeUnit.SECONDS))
                        .isEqualTo("welcome to x|hé€😀|closed 3001true|one\ntwo\nthree|7é€");
            } finally {
                chromium.descendants().forEach(ProcessHandle::destroyForcibly);
                chromium.destroyForcibly().waitFor();
            }
        }
    }
}
