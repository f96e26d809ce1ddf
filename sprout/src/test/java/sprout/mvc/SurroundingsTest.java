package sprout.mvc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sprout.fixture.mvc.Surroundings;

/** Filters and interceptors: their order, their paths, and what becomes of failures in each place. */
@SuppressWarnings("NullAway.Init") // the application is started before the first test
class SurroundingsTest {
    private static Web web;

    @BeforeAll
    static void start() throws IOException {
        web = new Web();
    }

    @AfterAll
    static void stop() {
        web.close();
    }

    @BeforeEach
    void forget() {
        Surroundings.EVENTS.clear();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/mvc/guarded/x | first,second",
                "/mvc/guarded/free | null,second",
                "/mvc/guarded/fr%65e | null,second",
                "/mvc/%67uarded/x | first,second"
            })
    void filtersRunInOrderWhereTheirPathsSay(String path, String order) throws Exception {
        assertThat(web.get(path).body()).isEqualTo("guarded " + order);
    }

    @Test
    void interceptorsSurroundTheControllerInOrder() throws Exception {
        web.get("/mvc/guarded/x");
        assertThat(Surroundings.EVENTS)
                .containsExactly(
                        "outer pre",
                        "inner pre",
                        "inner post guarded first,second",
                        "outer post guarded first,second",
                        "inner after ",
                        "outer after ");
    }

    @Test
    void interceptorsSeeTheValueOfAResultThatCameLater() throws Exception {
        assertThat(web.get("/mvc/guarded/async").body()).isEqualTo("async");
        assertThat(Surroundings.EVENTS).contains("inner post async", "outer after ");
    }

    @ParameterizedTest
    @CsvSource({"200, none, 200", "200, inner, 500", "700, none, 500"})
    void theStreamOfAResultIsClosedEvenIfItIsNotSent(int given, String failing, int status) throws Exception {
        assertThat(web.get("/mvc/guarded/opened?status=" + given, "X-Fail-Post", failing)
                        .statusCode())
                .isEqualTo(status);
        assertThat(Surroundings.EVENTS).containsOnlyOnce("closed");
    }

    @Test
    void interceptorsLeaveOtherPathsAlone() throws Exception {
        web.get("/mvc/either");
        web.get("/mvc/nowhere");
        assertThat(Surroundings.EVENTS).isEmpty();
    }

    @Test
    void afterCompletionIsCalledAfterEveryFailureEvenIfItFailsItself() throws Exception {
        Web.isProblem(web.get("/mvc/guarded/fail"), 418);
        assertThat(Surroundings.EVENTS)
                .containsExactly(
                        "outer pre", "inner pre", "inner after TeapotException", "outer after TeapotException");
    }

    @Test
    void anErrorThatIsNoExceptionCountsAsAFailureToo() throws Exception {
        Web.isProblem(web.get("/mvc/guarded/breaks"), 500);
        assertThat(Surroundings.EVENTS)
                .contains("inner after IllegalStateException", "outer after IllegalStateException");
        assertThat(web.metrics())
                .contains("status=\"500\",uri=\"/mvc/guarded/breaks\"")
                .doesNotContain("status=\"200\",uri=\"/mvc/guarded/breaks\"");
    }

    @Test
    void onlyInterceptorsThatWereEnteredAreCompleted() throws Exception {
        Web.isProblem(web.get("/mvc/guarded/x", "X-Fail-Pre", "inner"), 500);
        assertThat(Surroundings.EVENTS).containsExactly("outer pre", "outer after IllegalArgumentException");
        Surroundings.EVENTS.clear();
        web.get("/mvc/guarded/x", "X-Stop", "inner");
        assertThat(Surroundings.EVENTS).containsExactly("outer pre", "inner pre", "outer after ");
    }

    @Test
    void aFailureInAnyPlaceIsAProblemAndKeepsWhatFiltersSet() throws Exception {
        for (HttpResponse<String> response : java.util.List.of(
                web.get("/mvc/guarded/x", "X-Before", "1"),
                web.get("/mvc/guarded/x", "X-After", "1"),
                web.get("/mvc/guarded/x", "X-Fail-Pre", "outer"),
                web.get("/mvc/guarded/x", "X-Break", "1"),
                web.get("/mvc/guarded/breaks"),
                web.get("/mvc/half-set"),
                web.get("/mvc/overflow"))) {
            Web.isProblem(response, 500);
            assertThat(response.headers().firstValue("X-Request-Id")).contains("42");
        }
        HttpResponse<String> halfSet = web.get("/mvc/half-set");
        assertThat(halfSet.headers().map()).doesNotContainKeys("etag", "content-encoding");
    }

    @ParameterizedTest
    @CsvSource({
        "402, Payment Required",
        "428, Precondition Required",
        "451, Unavailable For Legal Reasons",
        "499, Client Error",
        "502, Bad Gateway"
    })
    void theTitleOfAProblemIsThePhraseOfItsStatus(int status, String title) throws Exception {
        HttpResponse<String> response = web.get("/mvc/refused/" + status);
        Web.isProblem(response, status);
        assertThat(response.body()).contains("\"title\":\"" + title + "\"");
    }

    @ParameterizedTest
    @CsvSource({"by-text, 500", "by-result, 410", "by-error, 507"})
    void anExceptionHandlerAnswers500UnlessItSaysOtherwise(String how, int status) throws Exception {
        HttpResponse<String> response = web.get("/mvc/told/" + how);
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).isEqualTo("told");
    }

    @Test
    void anExceptionHasTheStatusOfItsAnnotation() throws Exception {
        HttpResponse<String> response = web.get("/mvc/teapot");
        Web.isProblem(response, 418);
        assertThat(response.body()).contains("I am a teapot");
    }
}
