package comparison.app;

import java.net.URI;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Answers errors that only transactions cause. Runs before {@link ProblemHandler}, which would answer 500. */
@RestControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class TransactionProblems {

    private static final Logger LOGGER = LoggerFactory.getLogger(TransactionProblems.class);

    /** Answers 503 if the database cannot be reached. */
    @ExceptionHandler
    ProblemDetail handle(CannotCreateTransactionException e) {
        LOGGER.warn("The database does not answer", e);
        return problem(HttpStatus.SERVICE_UNAVAILABLE, "The database does not answer");
    }

    /** Answers 404 if the person was deleted after the transaction had read it. */
    @ExceptionHandler
    ProblemDetail handle(OptimisticLockingFailureException e) {
        LOGGER.debug("A person was deleted meanwhile", e);
        return problem(HttpStatus.NOT_FOUND, "There is no such person any more");
    }

    private static ProblemDetail problem(HttpStatus status, String detail) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
        problem.setType(URI.create("about:blank"));
        return problem;
    }
}
