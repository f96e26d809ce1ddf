package comparison.app;

import comparison.app.Person.InvalidPerson;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.HttpException;
import io.vertx.pgclient.PgException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers every error with a problem of RFC 9457. */
final class ProblemHandler implements Handler<RoutingContext> {

    private static final Logger LOG = LoggerFactory.getLogger(ProblemHandler.class);
    private static final CharSequence PROBLEM_JSON = HttpHeaders.createOptimized("application/problem+json");

    /** Statuses of the router, and of failures in handlers. */
    private static final List<Integer> STATUSES = List.of(400, 404, 406, 413, 415, 500);

    /** SQLSTATE class 22: the database cannot store a value, such as a text with a NUL. */
    private static final String DATA_EXCEPTION = "22";

    static void handleErrorsOf(Router router) {
        ProblemHandler problems = new ProblemHandler();
        STATUSES.forEach(status -> router.errorHandler(status, problems));
        router.errorHandler(405, context -> {
            // Vert.x sets this header only in its own answer.
            context.response().putHeader(HttpHeaders.ALLOW, allowed(context.normalizedPath()));
            problems.handle(context);
        });
    }

    private static String allowed(String path) {
        if (path.startsWith("/benchmark")) {
            return "GET";
        }
        return path.matches("/person/?") ? "GET, POST" : "GET, PUT, DELETE";
    }

    @Override
    public void handle(RoutingContext context) {
        JsonObject problem = problem(context, context.failure());
        if (!context.response().ended() && !context.response().closed()) {
            context.response()
                    .setStatusCode(problem.getInteger("status"))
                    .putHeader(HttpHeaders.CONTENT_TYPE, PROBLEM_JSON)
                    .end(problem.encode());
        }
    }

    private static JsonObject problem(RoutingContext context, @Nullable Throwable failure) {
        return switch (failure) {
            case null -> problem(context.statusCode(), unanswered(context.statusCode()));
            case InvalidPerson invalid ->
                problem(400, "The request has invalid fields").put("errors", invalid.errors());
            case HttpException e when e.getPayload() != null -> problem(e.getStatusCode(), e.getPayload());
            case HttpException e -> problem(e.getStatusCode(), unanswered(e.getStatusCode()));
            case DecodeException _ -> problem(400, "The body is not JSON");
            case PgException e
            when e.getSqlState().startsWith(DATA_EXCEPTION) ->
                problem(400, "The request has a value that the database cannot hold");
            case PgException e -> failed(e);
            case RuntimeException e -> failed(e);
            case Exception e -> unavailable(e);
            default -> failed(failure);
        };
    }

    private static String unanswered(int status) {
        return switch (status) {
            case 404 -> "There is nothing at this path";
            case 405 -> "This path does not take that method";
            case 406 -> "The answer has a type that the request does not accept";
            case 413 -> "The body is larger than 1 MiB";
            case 415 -> "The body must be JSON";
            default -> "The request is not understood";
        };
    }

    private static JsonObject failed(Throwable failure) {
        LOG.error("A request failed", failure);
        return problem(500, "The request failed; the log has the reason");
    }

    /** Answers 503, because the connection to the database failed. */
    private static JsonObject unavailable(Exception failure) {
        LOG.warn("The database does not answer", failure);
        return problem(503, "The database does not answer");
    }

    private static JsonObject problem(int status, String detail) {
        return new JsonObject()
                .put("type", "about:blank")
                .put("title", HttpResponseStatus.valueOf(status).reasonPhrase())
                .put("status", status)
                .put("detail", detail);
    }
}
