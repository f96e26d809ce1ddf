package comparison.app;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/** Reads and writes people with one statement per call, each in its own transaction. */
@Repository
class PersonRepository {

    private static final String INSERT =
            "insert into person (name, description) values (?, ?) returning id, name, description";
    private static final String FIND = "select id, name, description from person where id = ?";
    private static final String LIST = "select id, name, description from person where id > ? order by id limit ?";
    private static final String UPDATE =
            "update person set name = ?, description = ? where id = ? returning id, name, description";
    private static final String DELETE = "delete from person where id = ? returning id";

    private final JdbcTemplate jdbc;

    PersonRepository(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    Person insert(Person person) {
        return first(INSERT, person.name(), person.description()).orElseThrow();
    }

    Optional<Person> find(long id) {
        return first(FIND, id);
    }

    List<Person> list(long after, int limit) {
        return jdbc.query(LIST, PersonRepository::person, after, limit);
    }

    Optional<Person> update(long id, Person person) {
        return first(UPDATE, person.name(), person.description(), id);
    }

    boolean delete(long id) {
        return Boolean.TRUE.equals(jdbc.query(DELETE, ResultSet::next, id));
    }

    private Optional<Person> first(String sql, Object... parameters) {
        return jdbc.query(sql, PersonRepository::person, parameters).stream().findFirst();
    }

    private static Person person(ResultSet row, int number) throws SQLException {
        return new Person(row.getLong(1), row.getString(2), row.getString(3));
    }
}
