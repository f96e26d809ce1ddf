package comparison.baseline;

import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Serves the four operations of the load plan, and the list, which the harness requests to detect that the application
 * is up.
 */
@SpringBootApplication
@RestController
class Baseline {

    private static final String COLUMNS = "id, name, description";

    private final JdbcTemplate jdbc;

    Baseline(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    public static void main(String[] args) {
        SpringApplication.run(Baseline.class, args);
    }

    @PostMapping("/person")
    ResponseEntity<Person> create(@RequestBody Person person) {
        Person created = people(
                        "insert into person (name, description) values (?, ?) returning " + COLUMNS,
                        person.name(),
                        person.description())
                .getFirst();
        return ResponseEntity.created(URI.create("/person/" + created.id())).body(created);
    }

    @GetMapping("/person/{id}")
    ResponseEntity<Person> find(@PathVariable long id) {
        return firstOf(people("select " + COLUMNS + " from person where id = ?", id));
    }

    @GetMapping("/person")
    List<Person> list(@RequestParam(defaultValue = "100") int limit) {
        return people("select " + COLUMNS + " from person order by id limit ?", limit);
    }

    @PutMapping("/person/{id}")
    ResponseEntity<Person> update(@PathVariable long id, @RequestBody Person person) {
        return firstOf(people(
                "update person set name = ?, description = ? where id = ? returning " + COLUMNS,
                person.name(),
                person.description(),
                id));
    }

    @DeleteMapping("/person/{id}")
    ResponseEntity<Void> delete(@PathVariable long id) {
        Boolean deleted = jdbc.query("delete from person where id = ? returning id", ResultSet::next, id);
        return Boolean.TRUE.equals(deleted)
                ? ResponseEntity.noContent().build()
                : ResponseEntity.notFound().build();
    }

    private List<Person> people(String sql, @Nullable Object... parameters) {
        return jdbc.query(sql, Baseline::person, parameters);
    }

    private static Person person(ResultSet row, int number) throws SQLException {
        return new Person(row.getLong(1), row.getString(2), row.getString(3));
    }

    private static ResponseEntity<Person> firstOf(List<Person> people) {
        return ResponseEntity.of(people.stream().findFirst());
    }

    record Person(@Nullable Long id, String name, String description) {}
}
