package comparison.app;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.HttpException;
import io.helidon.http.Status;
import io.helidon.http.media.UnsupportedTypeException;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers every error with a problem of RFC 9457. */
final class Problems {

    private static final System.Logger LOGGER = System.getLogger(Problems.class.getName());
    private static final Header PROBLEM_JSON =
            HeaderValues.createCached(HeaderNames.CONTENT_TYPE, "application/problem+json");

    private Problems() {}

    static void handle(HttpRouting.Builder routing) {
        routing.error(InvalidException.class, (_, response, e) -> send(response, e.status(), message(e), e.fields()))
                .error(HttpException.class, Problems::http)
                .error(DatabaseException.class, Problems::database)
                .error(Throwable.class, Problems::failed);
    }

    /** Returns a handler that answers 405 to all other methods of a path. */
    static Handler notAllowed(String allowed) {
        return (_, response) -> {
            response.header(HeaderNames.ALLOW, allowed);
            send(response, Status.METHOD_NOT_ALLOWED_405, "The path has no such method", null);
        };
    }

    private static void http(ServerRequest request, ServerResponse response, HttpException e) {
        if (e.getCause() instanceof UnsupportedTypeException) { // type of the answer; Helidon would also send 415
            send(response, Status.NOT_ACCEPTABLE_406, "Only application/json can be given", null);
        } else {
            send(response, e.status(), message(e), null);
        }
    }

    private static void database(ServerRequest request, ServerResponse response, DatabaseException e) {
        if (e.isUnreachable()) {
            LOGGER.log(System.Logger.Level.WARNING, "The database does not answer", e);
            send(response, Status.SERVICE_UNAVAILABLE_503, "The database does not answer", null);
        } else if (e.isRefusedValue()) {
            LOGGER.log(System.Logger.Level.DEBUG, "The database refused a value", e);
            send(response, Status.BAD_REQUEST_400, "The request has a value that the database cannot hold", null);
        } else {
            failed(request, response, e);
        }
    }

    private static void failed(ServerRequest request, ServerResponse response, Throwable e) {
        LOGGER.log(System.Logger.Level.ERROR, "A request failed", e);
        send(response, Status.INTERNAL_SERVER_ERROR_500, "The request failed; the log has the reason", null);
    }

    private static String message(HttpException e) {
        return String.valueOf(e.getMessage());
    }

    private static void send(
            ServerResponse response, Status status, String detail, @Nullable List<InvalidException.Field> errors) {
        Problem problem = new Problem("about:blank", status.reasonPhrase(), status.code(), detail, errors);
        response.status(status).header(PROBLEM_JSON).send(Json.bytes(problem));
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Problem(
            String type,
            String title,
            int status,
            String detail,
            @Nullable List<InvalidException.Field> errors) {}
}
