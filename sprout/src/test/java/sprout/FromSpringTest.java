package sprout;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import sprout.fixture.fromspring.FromSpring;

/** The migration page shows code that compiles and does what the page says. */
class FromSpringTest {
    @Test
    void everyCodeOnThePageIsTheCompiledOne() throws IOException {
        Map<String, String> compiled = find(
                Files.readString(Path.of("src/test/java/sprout/fixture/fromspring/FromSpring.java")),
                "(?s) *// snippet: (\\w+)\n(.*?)\n *// end");
        Map<String, String> printed = find(
                Files.readString(Path.of("../docs/sprout/from-spring.md")),
                "(?s)<!-- snippet: (\\w+) -->\n+```java\n(.*?)\n```");
        assertThat(printed).isNotEmpty().isEqualTo(compiled);
    }

    private static Map<String, String> find(String text, String regex) {
        Map<String, String> found = new LinkedHashMap<>();
        Matcher matcher = Pattern.compile(regex).matcher(text);
        while (matcher.find()) {
            found.put(matcher.group(1), matcher.group(2).stripIndent().strip());
        }
        return found;
    }

    @Test
    void theCodeOnThePageServes() throws Exception {
        try (SproutContext application = SproutApplication.of(
                                FromSpring.class, "--server.port=0", "--management.server.port=0")
                        .start();
                HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> book = get(client, application, "/books/1");
            assertThat(book.body()).isEqualTo("{\"id\":1,\"title\":\"Momo\"}");
            assertThat(book.headers().firstValue("X-Request-Id")).contains("7");
            assertThat(get(client, application, "/books/3").body()).contains("There is no book 3");
            assertThat(get(client, application, "/arguments/search?by=TITLE&text=x")
                            .body())
                    .isEqualTo("Search[text=x, limit=10, by=[TITLE]]");
            assertThat(get(client, application, "/arguments/each?id=1,2", "X-Tenant", "t")
                            .body())
                    .isEqualTo("[1, 2] Optional.empty null t none GET");
            assertThat(get(client, application, "/admin/shelf").statusCode()).isEqualTo(401);
            assertThat(get(client, application, "/admin/login").statusCode()).isEqualTo(507);
            assertThat(get(client, application, "/results/later").body()).isEqualTo("later");
            assertThat(get(client, application, "/results/rows").body()).isEqualTo("a,b\n");
            assertThat(get(client, application, "/results/old").statusCode()).isEqualTo(308);
            assertThat(get(client, application, "/results/remember").headers().firstValue("Set-Cookie"))
                    .contains("seen=yes; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax");
            HttpRequest.Builder post = request(application, "/books")
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString("{\"title\":\"Krabat\"}"));
            HttpResponse<String> added = client.send(post.build(), BodyHandlers.ofString());
            assertThat(added.statusCode()).isEqualTo(201);
            assertThat(added.headers().firstValue("Location")).contains("/books/2");
        }
    }

    private static HttpResponse<String> get(
            HttpClient client, SproutContext application, String path, String... headers) throws Exception {
        HttpRequest.Builder request = request(application, path);
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(SproutContext application, String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + application.port() + path));
    }
}
