package sprout;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The classes printed in Sprout's first documents compile unchanged, with package and imports added where the print left them out. */
class DocumentedClassesTest {
    @TempDir
    private Path output;

    @ParameterizedTest
    @CsvSource({"nio,virtual", "nio,platform", "hybrid,virtual", "hybrid,platform"})
    void theyCompileAndServeInEveryMode(String mode, String threads) throws Exception {
        compile("ServerConfiguration.java", "benchmark/BenchmarkController.java");
        URL[] classes = {output.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(classes, getClass().getClassLoader());
                SproutContext application = SproutApplication.of(
                                loader.loadClass("app.ServerConfiguration"),
                                "--server.port=0",
                                "--management.server.port=0",
                                "--server.execution-mode=" + mode,
                                "--server.thread-type=" + threads)
                        .start()) {
            assertThat(get(application, "hello")).isEqualTo("Hello, World!");
            assertThat(get(application, "json")).contains("status=success", "server=Sprout HTTP Server");
            assertThat(get(application, "cpu")).isEqualTo("Fibonacci(35) = 9227465");
            assertThat(get(application, "cpu-heavy?limit=100")).isEqualTo("Primes up to 100: 25");
            assertThat(get(application, "latency?ms=1")).isEqualTo("Delayed response after 1ms");
            assertThat(get(application, "mixed")).isEqualTo("Mixed workload result: 6765");
            assertThat(get(application, "health")).isEqualTo("OK");
            assertThat(application.beans().list(sprout.server.AcceptableProtocolHandler.class))
                    .singleElement()
                    .satisfies(engine -> assertThat(engine.getClass().getSimpleName())
                            .startsWith(mode.equals("nio") ? "Nio" : "Bio"));
        }
    }

    private void compile(String... sources) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        String classPath = System.getProperty("java.class.path");
        List<String> options =
                List.of("-d", output.toString(), "-cp", classPath, "-processorpath", classPath, "-nowarn");
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, Locale.ROOT, null)) {
            List<Path> paths =
                    java.util.Arrays.stream(sources).map(this::source).toList();
            boolean compiled = compiler.getTask(
                            null, files, null, options, null, files.getJavaFileObjectsFromPaths(paths))
                    .call();
            assertThat(compiled).as("compiles without an error").isTrue();
        }
    }

    private Path source(String name) {
        URL resource = getClass().getResource("/documented/app/" + name);
        return Path.of(URI.create(Objects.requireNonNull(resource, name).toString()));
    }

    private static String get(SproutContext application, String path) throws Exception {
        URI uri = URI.create("http://localhost:" + application.port() + "/benchmark/" + path);
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                    .body();
        }
    }
}
