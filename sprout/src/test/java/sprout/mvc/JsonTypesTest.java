package sprout.mvc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JSON of types with arguments, bounds, elements and subclasses. */
@SuppressWarnings("NullAway.Init") // the application is started before the first test
class JsonTypesTest {
    private static Web web;

    @BeforeAll
    static void start() throws IOException {
        web = new Web();
    }

    @AfterAll
    static void stop() {
        web.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "/json/page | {\"items\":[{\"name\":\"tea\"}],\"total\":3} | tea of 3",
                "/json/shelves | {\"LARGE\":[{\"name\":\"oak\"}]} | {LARGE=[Shelf[name=oak]]}",
                "/json/boxes | [{\"name\":\"tin\"}] | tin",
            })
    void aBodyIsReadWithItsTypeArguments(String path, String json, String answer) throws Exception {
        HttpResponse<String> response = web.json("PUT", path, json);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(response.body()).isEqualTo(answer);
    }

    @Test
    void anElementThatDoesNotFitIsNamed() throws Exception {
        Web.blames(web.json("PUT", "/json/page", "{\"items\":[{\"name\":1}],\"total\":3}"), "items[0].name");
        HttpResponse<String> key = web.json("PUT", "/json/shelves", "{\"LARGE\":[{\"name\":\"oak\"}],\"HUGE\":[]}");
        Web.blames(key, "HUGE");
        assertThat(key.body()).contains("is not known here");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "/json/leaves | [{\"name\":\"oak\"}]",
                "/json/fruit | {\"name\":\"plum\"}",
                "/json/shapes | [{\"radius\":1},\"DOT\"]",
            })
    void aResultIsWrittenThoughItsClassIsAnElementABoundOrASubclass(String path, String json) throws Exception {
        HttpResponse<String> response = web.get(path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(response.body()).isEqualTo(json);
    }
}
