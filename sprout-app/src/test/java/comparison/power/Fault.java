package comparison.power;

import static comparison.power.Behaviour.FILE;
import static comparison.power.Behaviour.PERSON;
import static comparison.power.Behaviour.doesAfter;
import static comparison.power.Behaviour.doesFirst;
import static comparison.power.Behaviour.forgets;
import static comparison.power.Behaviour.hears;
import static comparison.power.Behaviour.on;
import static comparison.power.Behaviour.says;

import java.util.Locale;

/** The faults that the contract must find, each with the test that must find it. */
enum Fault {
    CREATE_ANSWERS_ANOTHER_NAME(
            "createAnswersThePersonAndItsLocation", says(201, "POST /person", Changes::withAnotherName)),
    CREATE_IS_ANSWERED_BY_200(
            "createAnswersThePersonAndItsLocation",
            says(201, "POST /person", answer -> answer.withStart("HTTP/1.1 200 OK"))),
    CREATE_HAS_NO_LOCATION(
            "createAnswersThePersonAndItsLocation", says("POST /person", answer -> answer.without("Location"))),
    THE_LOCATION_IS_ANOTHER_HOST(
            "createAnswersThePersonAndItsLocation",
            says(201, "POST /person", answer -> answer.with("Location", "http://other" + answer.field("Location")))),
    CREATE_TAKES_THE_ID_OF_THE_BODY(
            "createIgnoresUnknownFieldsAndTheIdOfTheBody",
            on(
                    "POST /person",
                    (request, sound) -> request.body().startsWith("{\"id\"")
                            ? sound.answer(request).edited("\"id\":\\d+", "\"id\":987654321987")
                            : sound.answer(request))),
    UNKNOWN_FIELDS_ARE_REFUSED(
            "createIgnoresUnknownFieldsAndTheIdOfTheBody",
            hears("POST /person", request -> request.edited("(?s)^.*\"nick\".*", "{}"))),
    CREATE_ANSWERS_NO_ID(
            "thePublicJMeterPlanRunsUnmodified",
            says(201, "POST /person", answer -> answer.edited("\"id\":\\d+,", ""))),
    READ_ANSWERS_ANOTHER_NAME("aCreatedPersonIsReadBack", says(200, "GET " + PERSON, Changes::withAnotherName)),
    READ_ANSWERS_A_FIELD_TOO_MANY(
            "aCreatedPersonIsReadBack", says(200, "GET " + PERSON, answer -> answer.edited("}$", ",\"version\":1}"))),
    READ_ANSWERS_THE_ID_AS_TEXT(
            "aCreatedPersonIsReadBack",
            says(200, "GET " + PERSON, answer -> answer.edited("\"id\":(\\d+)", "\"id\":\"$1\""))),
    JSON_IS_CALLED_TEXT(
            "aCreatedPersonIsReadBack",
            says(200, "GET " + PERSON, answer -> answer.with("Content-Type", "text/plain"))),
    UTF_8_IS_DAMAGED("textIsUtf8EndToEnd", says(200, "GET " + PERSON, answer -> answer.edited("[\\x80-\\xff]+", "?"))),
    UTF_8_IS_CALLED_LATIN_1(
            "textIsUtf8EndToEnd",
            says(200, "GET " + PERSON, answer -> answer.with("Content-Type", "application/json;charset=ISO-8859-1"))),
    A_NAME_OF_129_CHARACTERS_IS_TAKEN(
            "lengthsAreCountedInCharacters",
            hears("POST /person", request -> request.edited("(\"name\":\"a{128})a", "$1"))),
    A_LENGTH_IS_COUNTED_IN_BYTES(
            "lengthsAreCountedInCharacters", hears("POST /person", request -> request.edited("[\\x80-\\xff]", "x"))),
    ANSWERS_OF_CONCURRENT_READERS_ARE_SWAPPED("everyoneIsAnsweredTheirOwnPerson", new SwappedAnswers()),

    UPDATE_IS_NOT_STORED("updateAnswersAndStoresThePerson", forgets("PUT " + PERSON)),
    UPDATE_ANSWERS_THE_OLD_PERSON("updateAnswersAndStoresThePerson", on("PUT " + PERSON, (request, sound) -> {
        Message before = sound.answer(Changes.read(request));
        Message answer = sound.answer(request);
        return answer.status() == 200 ? before : answer;
    })),
    UPDATE_CHANGES_THE_NEIGHBOUR_TOO("updateChangesNobodyElse", doesAfter(200, "PUT " + PERSON, Changes::neighbour)),
    AN_INVALID_UPDATE_IS_STORED(
            "anInvalidUpdateStoresNothing",
            doesAfter(400, "PUT " + PERSON, request -> request.edited("\"no\"", "\"yes\""))),
    UPDATE_IGNORES_THE_ID_OF_THE_BODY(
            "updateNeedsTheIdOfThePathInItsBody",
            hears("PUT " + PERSON, request -> request.edited("\"id\":\\d+", "\"id\":" + Changes.id(request)))),
    DELETE_IS_NOT_EXECUTED("deleteRemovesThePersonAndAnswersNothing", on("DELETE " + PERSON, (request, sound) -> {
        Message person = sound.answer(Changes.read(request));
        return person.status() == 200
                ? person.withStart("HTTP/1.1 204 No Content").withoutBody()
                : person;
    })),
    DELETE_IS_ANSWERED_BY_200(
            "deleteRemovesThePersonAndAnswersNothing",
            says(204, "DELETE " + PERSON, answer -> Message.answer("200 OK", "text/plain", "deleted"))),
    DELETE_REMOVES_THE_NEIGHBOUR_TOO("deleteRemovesNobodyElse", doesAfter(204, "DELETE " + PERSON, Changes::neighbour)),

    THE_LIST_IS_REVERSED("listIsPagedInIdOrder", says(200, "GET /person\\?.*", Changes::reversed)),
    THE_LIST_IGNORES_AFTER(
            "listIsPagedInIdOrder", hears("GET /person\\?.*", request -> request.redirected("after=\\d+", "after=0"))),
    THE_LIST_HAS_OTHER_NAMES("listShowsWholePeople", says(200, "GET /person\\?.*", Changes::withAnotherName)),
    THE_LIST_HAS_TEN_UNLESS_TOLD_OTHERWISE(
            "listHasOneHundredPeopleUnlessToldOtherwise",
            hears("GET /person", request -> request.redirected("/person", "/person?limit=10"))),
    THE_LIST_ENDS_AT_100(
            "listHasOneHundredPeopleUnlessToldOtherwise",
            hears("GET /person\\?.*", request -> request.redirected("limit=101", "limit=100"))),
    A_LIMIT_OF_0_IS_TAKEN(
            "aPageOutOfRangeIsRefused", hears("GET /person\\?.*", request -> request.redirected("limit=0", "limit=1"))),
    A_LIMIT_OF_1001_IS_TAKEN(
            "aPageOutOfRangeIsRefused",
            hears("GET /person\\?.*", request -> request.redirected("limit=1001", "limit=1000"))),

    AN_UPDATE_IS_ANSWERED_THOUGH_NOBODY_IS_LEFT(
            "whoIsDeletedInTheMiddleOfARequestIsNotFound",
            says(404, "PUT " + PERSON, answer -> Message.answer("200 OK", "application/json", "{}"))),
    NOBODY_IS_AN_EMPTY_200(
            "nobodyIsFoundWhereNobodyIs",
            says(404, "GET " + PERSON, answer -> Message.answer("200 OK", "application/json", ""))),
    A_PROBLEM_IS_CALLED_JSON(
            "nobodyIsFoundWhereNobodyIs",
            says(404, "GET " + PERSON, answer -> answer.with("Content-Type", "application/json"))),
    A_PROBLEM_SHOWS_A_STACK_TRACE(
            "nobodyIsFoundWhereNobodyIs",
            says(404, "GET " + PERSON, answer -> answer.edited("}$", ",\"trace\":\"Error\\\\n\\\\tat a.B.c\"}"))),
    A_PROBLEM_NAMES_NO_FIELDS(
            "everyInvalidFieldIsNamed",
            says(400, "POST /person", answer -> answer.edited("\"errors\":\\[.*]", "\"errors\":[]"))),
    BAD_JSON_IS_THE_SERVERS_FAULT(
            "jsonThatIsNoPersonIsRefused",
            says(
                    400,
                    "POST /person",
                    answer -> answer.withStart("HTTP/1.1 500 Internal Server Error")
                            .edited("400", "500"))),
    LATIN_1_IS_TAKEN("jsonThatIsNotUtf8IsRefused", hears("POST /person", request -> request.edited("\\xeb ", "e "))),
    A_NUL_IS_LEFT_OUT(
            "textThatTheDatabaseCannotHoldIsRefused",
            hears("POST /person", request -> request.edited("\\\\u0000", " "))),
    AN_ID_THAT_IS_NO_NUMBER_IS_NOT_FOUND(
            "anIdThatIsNoLongIsRefused", hears("GET /person/abc", request -> request.redirected("abc", "0"))),
    AN_UNKNOWN_PATH_IS_WELCOME(
            "anUnknownPathIsNotFound", says("GET /nothing", answer -> Message.answer("200 OK", "text/html", "Hi"))),
    THE_API_TELLS_ITS_HEALTH(
            "theApiHasNoManagement",
            says(
                    "GET /actuator/health",
                    answer -> Message.answer("200 OK", "application/json", "{\"status\":\"UP\"}"))),
    A_405_SAYS_NOT_WHAT_IS_ALLOWED(
            "aMethodThatIsNotAllowedIsAnsweredWithThoseThatAre", says(405, ".*", answer -> answer.without("Allow"))),
    ACCEPT_IS_IGNORED(
            "anAnswerThatTheClientDoesNotAcceptIsNotGiven",
            hears("GET " + PERSON, request -> request.without("Accept"))),
    THE_TYPE_OF_A_BODY_IS_IGNORED(
            "aBodyThatIsNotJsonIsRefused",
            hears("POST /person", request -> request.with("Content-Type", "application/json"))),
    A_BODY_OF_ANY_SIZE_IS_TAKEN(
            "aBodyOverOneMebibyteIsRefused", hears("POST /person", request -> request.edited("x{1000,}", "short"))),

    A_FIBONACCI_NUMBER_IS_WRONG(
            "textIsAnsweredPlain", says("GET /benchmark/cpu", answer -> answer.edited("9227465", "9227464"))),
    TEXT_IS_CALLED_HTML(
            "textIsAnsweredPlain", says("GET /benchmark/hello", answer -> answer.with("Content-Type", "text/html"))),
    N_IS_NOT_BOUNDED(
            "aParameterOutOfRangeIsRefused",
            hears("GET /benchmark/cpu\\?n=91", request -> request.redirected("91", "90"))),
    A_LATENCY_IS_HALF_OF_WHAT_WAS_ASKED(
            "anAnswerWaitsAsLongAsAsked",
            on(
                    "GET /benchmark/latency",
                    (request, sound) -> sound.answer(request.redirected("latency", "latency?ms=50"))
                            .edited("50ms", "100ms"))),
    A_WAIT_IS_NOT_BOUNDED(
            "aWaitOutOfRangeIsRefused",
            hears("GET /benchmark/latency\\?ms=10001", request -> request.redirected("10001", "10"))),
    A_WAIT_THAT_IS_POSTED_TO_ALLOWS_NOTHING(
            "waitsAreOnlyRead", says("POST /benchmark/latency", answer -> answer.without("Allow"))),
    MIXED_WORK_DOES_NOT_WAIT(
            "mixedWorkWaitsForFiftyMilliseconds",
            hears("GET /benchmark/mixed", request -> request.redirected("mixed", "hello"))),
    A_CONNECTION_IS_CLOSED_AFTER_EACH_ANSWER(
            "aConnectionGoesOnAfterARequestThatArrivedTooEarly",
            says("GET " + PERSON, answer -> answer.with("Connection", "close"))),
    A_CONNECTION_ENDS_AFTER_A_REQUEST(
            "aConnectionIsKeptAsLongAsItsClientWants",
            says("GET " + PERSON, answer -> answer.with("Connection", "close"))),
    A_BENCHMARK_THAT_IS_POSTED_TO_ALLOWS_NOTHING(
            "benchmarksAreOnlyRead", says("POST /benchmark/hello", answer -> answer.without("Allow"))),
    JSON_HAS_NO_NESTED_DATA(
            "jsonHasAStatusATimestampAndNestedData",
            says("GET /benchmark/json", answer -> answer.edited("\"data\":\\{.*?}", "\"data\":null"))),

    A_FILE_ENDS_EARLY(
            "aFileIsServedWhole",
            says(200, "GET " + FILE, answer -> answer.withBody(answer.body().replaceFirst("(?s).$", "")))),
    AN_EMPTY_FILE_IS_NOT_FOUND(
            "anEmptyFileIsServed", hears("GET /benchmark/file/contract-empty.bin", Changes::aboutNoFile)),
    HEAD_IS_NOT_ALLOWED(
            "headHasTheHeadersOfGetAndNoBody", hears("HEAD " + FILE, request -> request.redirected("HEAD", "PUT"))),
    HEAD_HAS_A_BODY(
            "headHasTheHeadersOfGetAndNoBody",
            says("HEAD " + FILE, answer -> new Message(answer.start(), answer.fields(), "body"))),
    A_RANGE_IS_IGNORED("aRangeIsServed", hears("GET " + FILE, request -> request.without("Range"))),
    A_RANGE_BEHIND_THE_END_IS_THE_WHOLE(
            "aRangeBehindTheEndIsNotSatisfiable",
            hears("GET /benchmark/file/contract-416.bin", request -> request.without("Range"))),
    AN_ETAG_IS_IGNORED(
            "aFileThatTheClientHasIsNotSentAgain", hears("GET " + FILE, request -> request.without("If-None-Match"))),
    AN_ETAG_NEVER_CHANGES("aChangedFileHasAnotherTag", says("GET " + FILE, answer -> answer.with("ETag", "\"1\""))),
    A_FOLDER_IS_LISTED(
            "whatIsNoFileIsNotFound",
            says("GET /benchmark/file/contract-folder", answer -> Message.answer("200 OK", "text/html", ".."))),
    A_PATH_LEADS_OUT_OF_THE_FOLDER(
            "nothingOutsideTheFolderIsServed",
            says("GET /benchmark/file/\\.\\.%2f.*", answer -> Message.answer("200 OK", "text/plain", "secret"))),

    HEALTH_IS_DOWN("aHealthyApplicationIsUp", says("GET /actuator/health", answer -> answer.edited("UP", "DOWN"))),
    THERE_IS_NO_INFO("infoIsJson", hears("GET /actuator/info", request -> request.redirected("info", "information"))),
    METRICS_HAVE_NO_REQUESTS(
            "prometheusHasTheHeapAndTheRequests",
            says("GET /actuator/prometheus", answer -> answer.edited("http_server_requests_seconds_count", "other"))),
    MANAGEMENT_HAS_PEOPLE(
            "managementHasNoPeople",
            says(404, "GET /person", answer -> Message.answer("200 OK", "application/json", "[]"))),

    CREATE_READS_BACK("createExecutesOneStatement", doesFirst("POST /person", Changes::readingTheFirst)),
    READ_IS_ANOTHER_STATEMENT("readExecutesOneStatement", on("GET /person/[1-9]\\d{0,9}", (request, sound) -> {
        Message page = sound.answer(Changes.pageOf(request));
        return page.body().startsWith("[{\"id\":" + Changes.id(request) + ",")
                ? page.edited("^\\[|]$", "")
                : sound.answer(request);
    })),
    LIST_COUNTS_FIRST("listExecutesOneStatement", doesFirst("GET /person\\?.*", Changes::readingTheFirst)),
    UPDATE_READS_FIRST("updateExecutesOneStatement", doesFirst("PUT " + PERSON, Changes::read)),
    UPDATE_IS_ANSWERED_WITHOUT_A_STATEMENT(
            "updateExecutesOneStatement",
            on("PUT " + PERSON, (request, sound) -> Message.answer("200 OK", "application/json", request.body()))),
    DELETE_READS_AFTERWARDS("deleteExecutesOneStatement", doesAfter(204, "DELETE " + PERSON, Changes::read)),
    DELETE_READS_FIRST("deleteExecutesOneStatementEvenForNobody", doesFirst("DELETE " + PERSON, Changes::read)),
    AN_INVALID_REQUEST_READS("anInvalidRequestExecutesNone", doesAfter(400, "POST /person", Changes::readingTheFirst));

    private final String test;

    @SuppressWarnings("ImmutableEnumChecker") // functions without state, and one meeting place of threads
    private final Behaviour behaviour;

    Fault(String test, Behaviour behaviour) {
        this.test = test;
        this.behaviour = behaviour;
    }

    /** Returns the name of the test that must find it. */
    String test() {
        return test;
    }

    Behaviour behaviour() {
        return behaviour;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
