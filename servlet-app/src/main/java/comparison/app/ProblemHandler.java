package comparison.app;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.validation.FieldError;
import org.springframework.validation.method.ParameterValidationResult;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Answers every error with a problem of RFC 9457. Spring does so too, but without the names of invalid fields. */
@RestControllerAdvice
@RegisterReflectionForBinding(ProblemHandler.Invalid.class) // in no signature, so a native image would omit it
class ProblemHandler extends ResponseEntityExceptionHandler {

    private static final URI NO_TYPE = URI.create("about:blank");

    /** Answers 503 if the database cannot be reached. */
    @ExceptionHandler
    ProblemDetail handle(DataAccessResourceFailureException e) {
        logger.warn("The database does not answer", e);
        return problem(HttpStatus.SERVICE_UNAVAILABLE, "The database does not answer");
    }

    /** Answers 400 if the database cannot store a value, such as a text with a NUL. */
    @ExceptionHandler
    ProblemDetail handle(DataIntegrityViolationException e) {
        logger.debug("The database refused a value", e);
        return problem(HttpStatus.BAD_REQUEST, "The request has a value that the database cannot hold");
    }

    @ExceptionHandler
    ProblemDetail handle(RuntimeException e) {
        logger.error("A request failed", e);
        return problem(HttpStatus.INTERNAL_SERVER_ERROR, "The request failed; the log has the reason");
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleMethodArgumentNotValid(
            MethodArgumentNotValidException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        e.getBody()
                .setProperty(
                        "errors", e.getFieldErrors().stream().map(Invalid::of).toList());
        return super.handleMethodArgumentNotValid(e, headers, status, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHandlerMethodValidationException(
            HandlerMethodValidationException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        List<Invalid> errors =
                e.getParameterValidationResults().stream().map(Invalid::of).toList();
        e.getBody().setProperty("errors", errors);
        return super.handleHandlerMethodValidationException(e, headers, status, request);
    }

    @Override
    protected ResponseEntity<Object> createResponseEntity(
            @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        if (body instanceof ProblemDetail problem && problem.getType() == null) {
            problem.setType(NO_TYPE);
        }
        return super.createResponseEntity(body, headers, status, request);
    }

    private static ProblemDetail problem(HttpStatus status, String detail) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
        problem.setType(NO_TYPE);
        return problem;
    }

    record Invalid(String field, @Nullable String message) {

        static Invalid of(FieldError error) {
            return new Invalid(error.getField(), error.getDefaultMessage());
        }

        static Invalid of(ParameterValidationResult result) {
            return new Invalid(
                    String.valueOf(result.getMethodParameter().getParameterName()),
                    result.getResolvableErrors().getFirst().getDefaultMessage());
        }
    }
}
