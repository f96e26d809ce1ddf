package comparison.app;

import java.net.URI;
import java.util.function.Function;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.stereotype.Component;
import org.springframework.validation.BeanPropertyBindingResult;
import org.springframework.validation.Validator;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.ContentTooLargeException;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

@Component
class PersonHandler {

    private static final int LONGEST_PAGE = 1000;

    private final PersonRepository people;
    private final Validator validator;

    PersonHandler(PersonRepository people, Validator validator) {
        this.people = people;
        this.validator = validator;
    }

    Mono<ServerResponse> create(ServerRequest request) {
        return person(request)
                .flatMap(people::insert)
                .flatMap(created -> ServerResponse.created(URI.create("/person/" + created.id()))
                        .contentType(MediaType.APPLICATION_JSON)
                        .bodyValue(created));
    }

    Mono<ServerResponse> find(ServerRequest request) {
        return id(request)
                .flatMap(id -> people.find(id).switchIfEmpty(notFound(id)))
                .flatMap(PersonHandler::ok);
    }

    Mono<ServerResponse> list(ServerRequest request) {
        return Mono.fromSupplier(() -> page(request))
                .flatMap(page -> ServerResponse.ok()
                        .contentType(MediaType.APPLICATION_JSON)
                        .body(page, Person.class));
    }

    private Flux<Person> page(ServerRequest request) {
        long after = number("after", request.queryParam("after").orElse("0"), Long::parseLong);
        int limit = number("limit", request.queryParam("limit").orElse("100"), Integer::parseInt);
        if (limit < 1 || limit > LONGEST_PAGE) {
            throw badRequest("limit must be from 1 to " + LONGEST_PAGE);
        }
        return people.list(after, limit);
    }

    Mono<ServerResponse> update(ServerRequest request) {
        return id(request)
                .flatMap(id -> person(request)
                        .flatMap(person -> person.id() == null || !person.id().equals(id)
                                ? Mono.error(badRequest("The id of the body is not that of the path"))
                                : people.update(id, person).switchIfEmpty(notFound(id)))
                        .flatMap(PersonHandler::ok));
    }

    Mono<ServerResponse> delete(ServerRequest request) {
        return id(request)
                .flatMap(id -> people.delete(id)
                        .flatMap(deleted -> deleted ? ServerResponse.noContent().build() : notFound(id)));
    }

    /** Reads a person and validates it. */
    private Mono<Person> person(ServerRequest request) {
        return request.bodyToMono(Person.class)
                .switchIfEmpty(Mono.error(() -> badRequest("The request needs a body")))
                .onErrorMap(DataBufferLimitException.class, ContentTooLargeException::new)
                .doOnNext(this::validate);
    }

    private void validate(Person person) {
        BeanPropertyBindingResult errors = new BeanPropertyBindingResult(person, "person");
        validator.validate(person, errors);
        if (errors.hasErrors()) {
            ProblemDetail problem =
                    ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, "Invalid request content.");
            problem.setProperty(
                    "errors",
                    errors.getFieldErrors().stream()
                            .map(ProblemHandler.Invalid::of)
                            .toList());
            throw new ErrorResponseException(HttpStatus.BAD_REQUEST, problem, null);
        }
    }

    private static Mono<Long> id(ServerRequest request) {
        return Mono.fromSupplier(() -> number("id", request.pathVariable("id"), Long::parseLong));
    }

    private static <T> T number(String name, String text, Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (NumberFormatException e) {
            throw badRequest(name + " must be a number");
        }
    }

    private static Mono<ServerResponse> ok(Person person) {
        return ServerResponse.ok().contentType(MediaType.APPLICATION_JSON).bodyValue(person);
    }

    private static ResponseStatusException badRequest(String why) {
        return new ResponseStatusException(HttpStatus.BAD_REQUEST, why);
    }

    private static <T> Mono<T> notFound(long id) {
        return Mono.error(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no person with id " + id));
    }
}
