package sprout.mvc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From the text of a request to the arguments of a controller's method. */
@SuppressWarnings("NullAway.Init") // the application is started before the first test
class ArgumentsTest {
    private static final String DATES =
            "day=2026-02-28&time=12:30&instant=2026-02-28T10:00:00Z&span=PT1H30M&id=4b1d3c9e-0000-4000-8000-000000000000";
    private static Web web;

    @BeforeAll
    static void start() throws IOException {
        web = new Web();
    }

    @AfterAll
    static void stop() {
        web.close();
    }

    @Test
    void everyKindOfScalarIsConverted() throws Exception {
        assertThat(web.get("/mvc/scalars?i=-1&l=2&s=3&b=4&d=5.5&f=6.5&c=x&yes=TRUE&money=7.50")
                        .body())
                .isEqualTo("-1 2 3 4 5.5 6.5 x true 7.50");
        assertThat(web.get("/mvc/scalars?i=1&l=1&s=1&b=1&d=1&f=1&c=x&yes=true&money=1e9999")
                        .body())
                .endsWith(" 1E+9999");
        assertThat(web.get("/mvc/times?" + DATES).body())
                .isEqualTo("2026-02-28 12:30 2026-02-28T10:00:00Z PT1H30M 4b1d3c9e-0000-4000-8000-000000000000");
    }

    @ParameterizedTest
    @CsvSource({
        "i=2147483648, i",
        "i=1&l=x, l",
        "i=1&l=1&s=40000, s",
        "i=1&l=1&s=1&b=128, b",
        "i=1&l=1&s=1&b=1&d=1e999, d",
        "i=1&l=1&s=1&b=1&d=1&f=1e39, f",
        "i=1&l=1&s=1&b=1&d=1&f=1&c=xy, c",
        "i=1&l=1&s=1&b=1&d=1&f=1&c=x&yes=1, yes",
        "i=1&l=1&s=1&b=1&d=1&f=1&c=x&yes=true&money=much, money",
        "i=1&l=1&s=1&b=1&d=1&f=1&c=x&yes=true&money=1e999999999, money",
        "i=1&l=1&s=1&b=1&d=1&f=1&c=x&yes=true&money=1e-10000, money",
        "i=1&l=1&s=1&b=1&d=1&f=1&c=x&yes=true&money=1e2147483648, money",
        "i=1&l=1&s=1&b=1&d=1&f=1&c=x&yes=true, money",
        "i=, i"
    })
    void aScalarThatDoesNotFitIsNamed(String query, String field) throws Exception {
        Web.blames(web.get("/mvc/scalars?" + query), field);
    }

    @ParameterizedTest
    @CsvSource({"day=2026-02-30, day", "time=25:00, time", "instant=now, instant", "span=1h, span", "id=1, id"})
    void aTimeThatDoesNotExistIsNamed(String replaced, String field) throws Exception {
        String query = DATES.replaceAll("(^|&)" + field + "=[^&]*", "$1" + replaced);
        Web.blames(web.get("/mvc/times?" + query), field);
    }

    @Test
    void aListIsRepeatedOrSeparatedByCommas() throws Exception {
        assertThat(web.get("/mvc/many?n=1&n=2&colour=RED,GREEN,RED&word=x").body())
                .isEqualTo("[1, 2] [RED, GREEN] [x]");
        assertThat(web.get("/mvc/many?n=1,%202,3").body()).isEqualTo("[1, 2, 3] [] [a, b]");
        Web.blames(web.get("/mvc/many?n=1,x"), "n");
        Web.blames(web.get("/mvc/many?colour=BLUE"), "colour");
    }

    @Test
    void anOptionalArgumentMayBeAbsentOrEmpty() throws Exception {
        assertThat(web.get("/mvc/optional").body()).isEqualTo("Optional.empty null Optional.empty");
        assertThat(web.get("/mvc/optional?n=1&m=2&text=x").body()).isEqualTo("Optional[1] 2 Optional[x]");
        assertThat(web.get("/mvc/optional?n=&m=").body()).isEqualTo("Optional.empty null Optional.empty");
        Web.blames(web.get("/mvc/optional?n=x"), "n");
    }

    @Test
    void headersAreFoundInAnyCaseAndListsOfThemJoined() throws Exception {
        assertThat(web.get("/mvc/headers", "x-ONE", "1", "X-List", "1, 2", "x-list", "3")
                        .body())
                .isEqualTo("1 Optional.empty [1, 2, 3] 3");
        assertThat(web.get("/mvc/headers", "X-One", "1", "X-Level", "").body()).endsWith(" 3");
        assertThat(web.get("/mvc/headers", "X-One", "1", "X-Level", "4").body()).endsWith(" 4");
        Web.blames(web.get("/mvc/headers"), "X-One");
        Web.blames(web.get("/mvc/headers", "X-One", "1", "X-Maybe", "x"), "X-Maybe");
    }

    @Test
    void cookiesAreReadAndSet() throws Exception {
        HttpResponse<String> response = web.get("/mvc/cookies", "Cookie", "a=b; session=\"s=1\"; n=3");
        assertThat(response.body()).isEqualTo("s=1 3");
        assertThat(response.headers().allValues("Set-Cookie"))
                .containsExactly(
                        "seen=yes; Path=/; Max-Age=3600; Secure; HttpOnly; SameSite=Lax",
                        "old=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
        assertThat(web.get("/mvc/cookies", "Cookie", "session=x").body()).isEqualTo("x 7");
        assertThat(web.get("/mvc/cookies", "Cookie", "session=x; n=").body()).isEqualTo("x 7");
        Web.blames(web.get("/mvc/cookies", "Cookie", "sessions=x"), "session");
    }

    @Test
    void aRecordBundlesParametersAndHeaders() throws Exception {
        assertThat(web.get("/mvc/search/here?text=tea&since=2026-01-01&colours=RED", "X-Tenant", "t")
                        .body())
                .isEqualTo(
                        "{\"text\":\"tea\",\"limit\":10,\"since\":\"2026-01-01\",\"colours\":[\"RED\"],\"tenant\":\"t\"}");
        Web.blames(web.get("/mvc/search/here?text=coffee", "X-Tenant", "t"), "text");
        Web.blames(web.get("/mvc/search/here?limit=51", "X-Tenant", "t"), "limit");
        Web.blames(web.get("/mvc/search/here"), "X-Tenant");
    }

    @Test
    void aRecordWithAConstructorOfItsOwnKeepsTheAnnotationsOfItsComponents() throws Exception {
        assertThat(web.get("/mvc/limits?tenant=forged", "X-Tenant", "t").body()).isEqualTo("10 t");
        Web.blames(web.get("/mvc/limits?tenant=forged"), "X-Tenant");
    }

    @Test
    void aConstraintMayHaveAttributesThatAreEnums() throws Exception {
        assertThat(web.get("/mvc/shade?name=Red").body()).isEqualTo("Red");
        Web.blames(web.get("/mvc/shade?name=1"), "name");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '~',
            value = {
                "/AB1?n=1 | ",
                "/ab1?n=1 | code",
                "/AB1234?n=1 | code",
                "/AB1?n=1&least=2 | least",
                "/AB1?n=1,2,3 | n",
                "/AB1?n=1,10 | n[1]",
                "/AB1?n=1,7 | n[1]",
                "/AB1?n=1&short3=abcd | short3",
                "/AB1?n=1&short3=%F0%9F%98%80%F0%9F%98%80%F0%9F%98%80 | "
            },
            delimiter = '|')
    void everyConstraintWorksOnParameters(String path, @org.jspecify.annotations.Nullable String field)
            throws Exception {
        HttpResponse<String> response = web.get("/mvc/checked" + path);
        if (field == null) {
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        } else {
            Web.blames(response, field);
        }
    }

    @Test
    void aBoundIsToldInTheWordsOfItsAnnotation() throws Exception {
        assertThat(web.get("/mvc/pages?page=1").body()).isEqualTo("page 1");
        HttpResponse<String> response = web.get("/mvc/pages?page=0");
        Web.blames(response, "page");
        assertThat(response.body()).contains("pages begin with 1");
    }

    @Test
    void aHeaderIsCheckedUnderItsOwnName() throws Exception {
        Web.blames(web.get("/mvc/checked/AB1?n=1", "X-Mail", "nobody"), "X-Mail");
        assertThat(web.get("/mvc/checked/AB%221?n=1", "X-Mail", "a@b.org").body())
                .isEqualTo("AB\"1 null [1] a@b.org");
    }
}
