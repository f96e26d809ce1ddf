package comparison.app;

import io.agroal.api.AgroalDataSource;
import jakarta.inject.Singleton;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads and writes people with one statement per call, each in its own transaction. */
@Singleton
class PersonRepository {

    private static final String INSERT =
            "insert into person (name, description) values (?, ?) returning id, name, description";
    private static final String FIND = "select id, name, description from person where id = ?";
    private static final String LIST = "select id, name, description from person where id > ? order by id limit ?";
    private static final String UPDATE =
            "update person set name = ?, description = ? where id = ? returning id, name, description";
    private static final String DELETE = "delete from person where id = ? returning id";

    private final AgroalDataSource database;

    PersonRepository(AgroalDataSource database) {
        this.database = database;
    }

    Person insert(Person person) {
        return query(INSERT, PersonRepository::first, person.name(), person.description())
                .orElseThrow();
    }

    Optional<Person> find(long id) {
        return query(FIND, PersonRepository::first, id);
    }

    List<Person> list(long after, int limit) {
        return query(LIST, PersonRepository::all, after, limit);
    }

    Optional<Person> update(long id, Person person) {
        return query(UPDATE, PersonRepository::first, person.name(), person.description(), id);
    }

    boolean delete(long id) {
        return query(DELETE, ResultSet::next, id);
    }

    @FunctionalInterface
    private interface Extractor<T> {
        T extract(ResultSet rows) throws SQLException;
    }

    private <T> T query(String sql, Extractor<T> extractor, @Nullable Object... parameters) {
        try (var connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                return extractor.extract(rows);
            }
        } catch (SQLException e) {
            throw new DatabaseException(e);
        }
    }

    private static Optional<Person> first(ResultSet rows) throws SQLException {
        return rows.next() ? Optional.of(person(rows)) : Optional.empty();
    }

    private static List<Person> all(ResultSet rows) throws SQLException {
        List<Person> people = new ArrayList<>();
        while (rows.next()) {
            people.add(person(rows));
        }
        return people;
    }

    private static Person person(ResultSet row) throws SQLException {
        return new Person(row.getLong(1), row.getString(2), row.getString(3));
    }
}
