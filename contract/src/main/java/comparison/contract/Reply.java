package comparison.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A response with the assertions that many tests share. Immutable. */
final class Reply {

    private final HttpResponse<byte[]> response;

    Reply(HttpResponse<byte[]> response) {
        this.response = response;
    }

    int status() {
        return response.statusCode();
    }

    byte[] bytes() {
        return response.body();
    }

    String text() {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    JsonNode json() {
        return JsonMapper.shared().readTree(response.body());
    }

    /** Returns the first value of a header; an empty string if it is missing. */
    String header(String name) {
        return response.headers().firstValue(name).orElse("");
    }

    Reply has(int status) {
        assertThat(status())
                .as("status of %s, which says: %s", response.request(), text())
                .isEqualTo(status);
        return this;
    }

    /** Requires a content type. If it names a charset, that must be UTF-8. */
    Reply is(String mediaType) {
        String[] type = header("Content-Type").split(";", 2);
        assertThat(type[0].strip()).as("content type of %s", response.request()).isEqualToIgnoringCase(mediaType);
        if (type.length > 1 && type[1].toLowerCase(Locale.ROOT).contains("charset")) {
            assertThat(type[1]).as("charset of %s", response.request()).containsIgnoringCase("UTF-8");
        }
        return this;
    }

    /** Requires a person with exactly these fields, and returns its id. */
    long isPerson(String name, String description) {
        is("application/json");
        JsonNode person = json();
        assertThat(person.propertyNames()).containsExactlyInAnyOrder("id", "name", "description");
        assertThat(person.get("id").isIntegralNumber())
                .as("id is a whole number in %s", person)
                .isTrue();
        assertThat(person.get("name").stringValue()).isEqualTo(name);
        assertThat(person.get("description").stringValue()).isEqualTo(description);
        return person.get("id").longValue();
    }

    /** Requires an error as in RFC 9457, without internals of the application. */
    Reply isProblem(int status) {
        has(status).is("application/problem+json");
        JsonNode problem = json();
        assertThat(problem.path("status").asInt()).as("status in %s", problem).isEqualTo(status);
        for (String field : new String[] {"type", "title", "detail"}) {
            assertThat(problem.path(field).asString(""))
                    .as("'%s' in %s", field, problem)
                    .isNotBlank();
        }
        assertThat(text()).doesNotContain("\\tat ", "Exception", "org.springframework", "sprout.");
        return this;
    }

    /** Requires a problem that names exactly these invalid fields, each with a message. */
    Reply isProblemAbout(String... fields) {
        JsonNode errors = isProblem(400).json().path("errors");
        assertThat(errors.valueStream().map(error -> error.path("field").asString("")))
                .as("fields of the errors in %s", text())
                .containsExactlyInAnyOrder(fields);
        assertThat(errors.valueStream().map(error -> error.path("message").asString("")))
                .allSatisfy(message -> assertThat(message).isNotBlank());
        return this;
    }
}
