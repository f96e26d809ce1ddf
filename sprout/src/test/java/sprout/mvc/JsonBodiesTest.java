package sprout.mvc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients may send as JSON: right, wrong and hostile. */
@SuppressWarnings("NullAway.Init") // the application is started before the first test
class JsonBodiesTest {
    private static final String LINE = "{\"article\":\"tea\",\"count\":1}";
    private static Web web;

    @BeforeAll
    static void start() throws IOException {
        web = new Web("--server.max-body-bytes=100000");
    }

    @AfterAll
    static void stop() {
        web.close();
    }

    @Test
    void anObjectIsSentAsJsonAndNotAsToString() throws Exception {
        HttpResponse<String> response = post("{\"lines\":[" + LINE + "],\"weight\":0.5,\"extras\":{\"a\":1}}");
        assertThat(response.statusCode()).isEqualTo(201);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(response.body())
                .isEqualTo("{\"note\":null,\"lines\":[" + LINE
                        + "],\"address\":null,\"due\":null,\"colour\":null,\"weight\":0.5,\"extras\":{\"a\":1}}");
        Web.isProblem(web.get("/mvc/unwritable"), 500);
    }

    @Test
    void aFloatIsWrittenWithItsOwnDigits() {
        assertThat(new String(Json.generated().write(0.1f), StandardCharsets.UTF_8))
                .isEqualTo("0.1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                // wrong types
                "{\"lines\":[{\"article\":\"tea\",\"count\":\"many\"}]} | lines[0].count",
                "{\"lines\":[{\"article\":12,\"count\":1}]} | lines[0].article",
                "{\"lines\":{}} | lines",
                "{\"lines\":[],\"address\":[]} | address",
                "{\"lines\":[],\"weight\":\"heavy\"} | weight",
                "{\"lines\":[],\"due\":\"2026-02-30\"} | due",
                "{\"lines\":[],\"colour\":\"BLUE\"} | colour",
                "{\"lines\":[],\"extras\":{\"a\":1,\"b\":true}} | extras.b",
                "{\"lines\":[{\"article\":\"tea\",\"count\":null}]} | lines[0].count",
                // out of range
                "{\"lines\":[{\"article\":\"tea\",\"count\":99999999999}]} | lines[0].count",
                "{\"lines\":[{\"article\":\"tea\",\"count\":1.5}]} | lines[0].count",
                "{\"lines\":[{\"article\":\"tea\",\"count\":1e400}]} | lines[0].count",
                "{\"lines\":[{\"article\":\"tea\",\"count\":1e10}]} | lines[0].count",
                "{\"lines\":[{\"article\":\"tea\",\"count\":1e-3}]} | lines[0].count",
                "{\"lines\":[],\"weight\":1e999} | weight",
                // missing, and constraints on every level
                "{} | lines",
                "{\"lines\":[{\"count\":1}]} | lines[0].article",
                "{\"lines\":[{\"article\":\"t\",\"count\":1}]} | lines[0].article",
                "{\"lines\":[{\"article\":\"tea\",\"count\":0}]} | lines[0].count",
                "{\"lines\":[],\"address\":{}} | address.city",
                // grammar
                "{\"lines\":[],\"note\":\"a\",\"note\":\"b\"} | note",
                "{\"lines\":[],\"note\":\"\\ud800\"} | note",
                "{\"lines\":[],\"unknown\":{\"deep\":[1,nul]}} | unknown.deep[1]",
            })
    void whatIsWrongIsNamedByItsPath(String json, String field) throws Exception {
        Web.blames(post(json), field);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"%sa😀b\":x}",
                "{\"lines\":[],\"colour\":\"%sa😀b\"}",
                "{\"lines\":[],\"extras\":{\"%sa😀b\":true}}"
            })
    void whatIsWrongIsToldEvenIfItIsCutInTheMiddleOfACharacter(String json) throws Exception {
        for (int length = 48; length < 100; length++) {
            Web.isProblem(post(json.formatted("a".repeat(length))), 400);
        }
    }

    @Test
    void anObjectMayHaveManyNamesButEachOnce() throws Exception {
        StringBuilder many = new StringBuilder("{\"lines\":[],\"unknown\":{");
        for (int i = 0; i < 30_000; i++) {
            many.append('"').append(i).append("\":0,");
        }
        try (Web wide = new Web("--server.max-body-bytes=1MB")) {
            assertThat(wide.json("POST", "/mvc/purchase", many + "\"x\":0}}").statusCode())
                    .isEqualTo(201);
            Web.blames(wide.json("POST", "/mvc/purchase", many + "\"77\":0}}"), "unknown.77");
        }
    }

    @Test
    void aNameMayHaveEscapesAndAWholeNumberAnExponent() throws Exception {
        HttpResponse<String> response = post("{\"lin\\u0065s\":[{\"article\":\"tea\",\"c\\u006funt\":1e1}]}");
        assertThat(response.statusCode()).isEqualTo(201);
        assertThat(response.body()).contains("\"count\":10}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "{", "[]", "12", "null", "\"x\"", "{\"lines\":[]} x", "{\"lines\":[]}{}", "\u0000"})
    void whatIsNoObjectIsRefused(String json) throws Exception {
        Web.isProblem(post(json), 400);
    }

    @Test
    void elementsOfAListAreCheckedEach() throws Exception {
        String ok = "{\"lines\":[" + LINE + "]}";
        assertThat(web.json("POST", "/mvc/purchases", "[" + ok + "," + ok + "]").body())
                .isEqualTo("2");
        HttpResponse<String> response = web.json("POST", "/mvc/purchases", "[" + ok + ",{\"lines\":[{\"count\":1}]}]");
        Web.isProblem(response, 400);
        assertThat(response.body()).contains("lines[0].article");
    }

    @Test
    void ofManyErrorsTheFirstHundredAreToldWhereverTheyAre() throws Exception {
        String wrong = "{\"article\":\"tea\",\"count\":0}";
        String hundred = "{\"lines\":[" + (wrong + ",").repeat(99) + wrong + "]}";
        String more = "{\"lines\":[" + (wrong + ",").repeat(2000) + wrong + "]}";
        tells(100, "has invalid fields", post(hundred));
        tells(100, "has more than 100 invalid fields", post(more));
        tells(100, "has more than 100 invalid fields", web.json("POST", "/mvc/purchases", "[" + more + "]"));
        String few = "{\"lines\":[" + wrong + "]}";
        String list = "[" + (few + ",").repeat(1000) + few + "]";
        tells(100, "has more than 100 invalid fields", web.json("POST", "/mvc/purchases", list));
    }

    private static void tells(int errors, String detail, HttpResponse<String> response) {
        Web.isProblem(response, 400);
        assertThat(response.body()).contains(detail);
        assertThat(response.body().split("\"field\"", -1)).hasSize(errors + 1);
    }

    @Test
    void bytesThatAreNotUtf8AndOtherCharsetsAreRefused() throws Exception {
        byte[] body = {'{', '"', 'n', 'o', 't', 'e', '"', ':', '"', (byte) 0xe4, '"', '}'};
        Web.isProblem(web.send("POST", "/mvc/purchase", body, "Content-Type", "application/json"), 400);
        String type = "application/json; charset=ISO-8859-1";
        Web.isProblem(web.send("POST", "/mvc/purchase", body, "Content-Type", type), 415);
        assertThat(web.send(
                                "POST",
                                "/mvc/purchase",
                                "{\"lines\":[]}",
                                "Content-Type",
                                "application/json;charset=\"utf-8\"")
                        .statusCode())
                .isEqualTo(201);
    }

    @Test
    void nothingOfABodyIsPrinted() throws Exception {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (PrintStream capturing = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            System.setOut(capturing);
            System.setErr(capturing);
            assertThat(post("{\"note\":\"marker-7391\",\"lines\":[]}").statusCode())
                    .isEqualTo(201);
            Web.blames(post("{\"note\":\"marker-7391\",\"lines\":7391}"), "lines");
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8)).doesNotContain("7391");
    }

    @Test
    void deepAndLargeBodiesAreRefused() throws Exception {
        Web.isProblem(post("{\"unknown\":" + "[".repeat(40_000)), 400);
        Web.isProblem(post("{\"unknown\":" + "[".repeat(40_000) + "]".repeat(40_000) + "}"), 400);
        Web.isProblem(post("{\"note\":\"" + "x".repeat(100_000) + "\"}"), 413);
    }

    private static HttpResponse<String> post(String json) throws Exception {
        return web.json("POST", "/mvc/purchase", json);
    }
}
