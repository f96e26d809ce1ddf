package comparison.app;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

@RestController
@RequestMapping("/person")
class PersonController {

    private final PersonRepository people;

    PersonController(PersonRepository people) {
        this.people = people;
    }

    @PostMapping
    Mono<ResponseEntity<Person>> create(@Valid @RequestBody Person person) {
        return people.insert(person)
                .map(created -> ResponseEntity.created(URI.create("/person/" + created.id()))
                        .body(created));
    }

    @GetMapping("/{id}")
    Mono<Person> find(@PathVariable long id) {
        return people.find(id).switchIfEmpty(notFound(id));
    }

    @GetMapping
    Flux<Person> list(
            @RequestParam(defaultValue = "0") long after,
            @RequestParam(defaultValue = "100") @Min(1) @Max(1000) int limit) {
        return people.list(after, limit);
    }

    @PutMapping("/{id}")
    Mono<Person> update(@PathVariable long id, @Valid @RequestBody Person person) {
        if (person.id() == null || person.id() != id) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "The id of the body is not that of the path");
        }
        return people.update(id, person).switchIfEmpty(notFound(id));
    }

    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    Mono<Void> delete(@PathVariable long id) {
        return people.delete(id).flatMap(deleted -> deleted ? Mono.empty() : notFound(id));
    }

    private static <T> Mono<T> notFound(long id) {
        return Mono.error(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no person with id " + id));
    }
}
