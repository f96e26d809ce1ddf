package comparison.app;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.net.URI;
import java.util.List;
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

@RestController
@RequestMapping("/person")
class PersonController {

    private final PersonRepository people;

    PersonController(PersonRepository people) {
        this.people = people;
    }

    @PostMapping
    ResponseEntity<Person> create(@Valid @RequestBody Person person) {
        Person created = people.insert(person);
        return ResponseEntity.created(URI.create("/person/" + created.id())).body(created);
    }

    @GetMapping("/{id}")
    Person find(@PathVariable long id) {
        return people.find(id).orElseThrow(() -> notFound(id));
    }

    @GetMapping
    List<Person> list(
            @RequestParam(defaultValue = "0") long after,
            @RequestParam(defaultValue = "100") @Min(1) @Max(1000) int limit) {
        return people.list(after, limit);
    }

    @PutMapping("/{id}")
    Person update(@PathVariable long id, @Valid @RequestBody Person person) {
        if (person.id() == null || person.id() != id) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "The id of the body is not that of the path");
        }
        return people.update(id, person).orElseThrow(() -> notFound(id));
    }

    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void delete(@PathVariable long id) {
        if (!people.delete(id)) {
            throw notFound(id);
        }
    }

    private static ResponseStatusException notFound(long id) {
        return new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no person with id " + id);
    }
}
