package comparison.app;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import sprout.http.HttpException;
import sprout.mvc.ResponseEntity;
import sprout.mvc.annotation.DeleteMapping;
import sprout.mvc.annotation.GetMapping;
import sprout.mvc.annotation.PathVariable;
import sprout.mvc.annotation.PostMapping;
import sprout.mvc.annotation.PutMapping;
import sprout.mvc.annotation.RequestBody;
import sprout.mvc.annotation.RequestMapping;
import sprout.mvc.annotation.RequestParam;
import sprout.mvc.annotation.RestController;

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
        return ResponseEntity.created("/person/" + created.id()).body(created);
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
            throw new HttpException(400, "The id of the body is not that of the path");
        }
        return people.update(id, person).orElseThrow(() -> notFound(id));
    }

    @DeleteMapping("/{id}")
    void delete(@PathVariable long id) {
        if (!people.delete(id)) {
            throw notFound(id);
        }
    }

    private static HttpException notFound(long id) {
        return new HttpException(404, "There is no person with id " + id);
    }
}
