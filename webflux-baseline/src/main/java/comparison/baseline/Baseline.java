package comparison.baseline;

import io.r2dbc.spi.Readable;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.ResponseEntity;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Serves the four operations of the load plan, and the list, which the harness requests to detect that the application
 * is up.
 */
@SpringBootApplication
@RestController
class Baseline {

    private static final String COLUMNS = "id, name, description";

    private final DatabaseClient database;

    Baseline(DatabaseClient database) {
        this.database = database;
    }

    public static void main(String[] args) {
        SpringApplication.run(Baseline.class, args);
    }

    @PostMapping("/person")
    Mono<ResponseEntity<Person>> create(@RequestBody Person person) {
        return people(
                        "insert into person (name, description) values ($1, $2) returning " + COLUMNS,
                        person.name(),
                        person.description())
                .next()
                .map(created -> ResponseEntity.created(URI.create("/person/" + created.id()))
                        .body(created));
    }

    @GetMapping("/person/{id}")
    Mono<ResponseEntity<Person>> find(@PathVariable long id) {
        return firstOf(people("select " + COLUMNS + " from person where id = $1", id));
    }

    @GetMapping("/person")
    Flux<Person> list(@RequestParam(defaultValue = "100") int limit) {
        return people("select " + COLUMNS + " from person order by id limit $1", limit);
    }

    @PutMapping("/person/{id}")
    Mono<ResponseEntity<Person>> update(@PathVariable long id, @RequestBody Person person) {
        return firstOf(people(
                "update person set name = $1, description = $2 where id = $3 returning " + COLUMNS,
                person.name(),
                person.description(),
                id));
    }

    @DeleteMapping("/person/{id}")
    Mono<ResponseEntity<Void>> delete(@PathVariable long id) {
        return database.sql("delete from person where id = $1 returning id")
                .bind(0, id)
                .map(row -> ResponseEntity.noContent().<Void>build())
                .first()
                .defaultIfEmpty(ResponseEntity.notFound().build());
    }

    private Flux<Person> people(String sql, Object... parameters) {
        DatabaseClient.GenericExecuteSpec statement = database.sql(sql);
        for (int i = 0; i < parameters.length; i++) {
            statement = statement.bind(i, parameters[i]);
        }
        return statement.map(Baseline::person).all();
    }

    private static Person person(Readable row) {
        return new Person(row.get(0, Long.class), row.get(1, String.class), row.get(2, String.class));
    }

    private static Mono<ResponseEntity<Person>> firstOf(Flux<Person> people) {
        return people.next()
                .map(ResponseEntity::ok)
                .defaultIfEmpty(ResponseEntity.notFound().build());
    }

    record Person(@Nullable Long id, String name, String description) {}
}
