package comparison.app;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Path;
import jakarta.ws.rs.NotAllowedException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.jspecify.annotations.Nullable;

/** Answers every error with a problem of RFC 9457. */
public class Problems {

    private static final Logger LOGGER = Logger.getLogger(Problems.class);

    @ServerExceptionMapper
    Response http(WebApplicationException e) {
        return problem(e.getResponse().getStatusInfo(), String.valueOf(e.getMessage()), null)
                .build();
    }

    /** Adds the header Allow, which HTTP requires and Quarkus omits. */
    @ServerExceptionMapper
    Response notAllowed(NotAllowedException e, UriInfo uri) {
        return problem(Status.METHOD_NOT_ALLOWED, "The path has no such method", null)
                .header(HttpHeaders.ALLOW, allowed(uri.getPath()))
                .build();
    }

    private static String allowed(String path) {
        if (path.startsWith("/benchmark")) {
            return "GET";
        }
        return path.equals("/person") ? "GET, POST" : "GET, PUT, DELETE";
    }

    @ServerExceptionMapper
    Response invalid(ConstraintViolationException e) {
        List<Invalid> errors =
                e.getConstraintViolations().stream().map(Invalid::of).toList();
        return problem(Status.BAD_REQUEST, "Invalid request content", errors).build();
    }

    /** Answers 400. Quarkus has a separate mapper for the second exception, which would answer without a body. */
    @ServerExceptionMapper({JsonProcessingException.class, MismatchedInputException.class})
    Response unreadable(JsonProcessingException e) {
        LOGGER.debug("A body is not a person", e);
        return problem(Status.BAD_REQUEST, "The body is not a person in JSON", null)
                .build();
    }

    @ServerExceptionMapper
    Response database(DatabaseException e) {
        if (e.isUnreachable()) {
            LOGGER.warn("The database does not answer", e);
            return problem(Status.SERVICE_UNAVAILABLE, "The database does not answer", null)
                    .build();
        }
        if (e.isRefusedValue()) {
            LOGGER.debug("The database refused a value", e);
            return problem(Status.BAD_REQUEST, "The request has a value that the database cannot hold", null)
                    .build();
        }
        return failed(e);
    }

    @ServerExceptionMapper
    Response failed(Exception e) {
        LOGGER.error("A request failed", e);
        return problem(Status.INTERNAL_SERVER_ERROR, "The request failed; the log has the reason", null)
                .build();
    }

    private static Response.ResponseBuilder problem(
            Response.StatusType status, String detail, @Nullable List<Invalid> errors) {
        return Response.status(status)
                .type("application/problem+json")
                .entity(new Problem("about:blank", status.getReasonPhrase(), status.getStatusCode(), detail, errors));
    }

    // No method returns it, so nothing else tells a native image that Jackson reads it.
    @RegisterForReflection
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Problem(
            String type,
            String title,
            int status,
            String detail,
            @Nullable List<Invalid> errors) {}

    @RegisterForReflection
    record Invalid(String field, String message) {

        static Invalid of(ConstraintViolation<?> violation) {
            String field = "";
            for (Path.Node node : violation.getPropertyPath()) {
                field = node.toString();
            }
            return new Invalid(field, violation.getMessage());
        }
    }
}
