package comparison.app;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.R2dbcException;
import io.r2dbc.spi.Readable;
import io.r2dbc.spi.Statement;
import java.util.function.Function;
import org.springframework.r2dbc.connection.ConnectionFactoryUtils;
import org.springframework.stereotype.Repository;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Reads and writes people with one statement per call, each in its own transaction. */
@Repository
class PersonRepository {

    private static final String INSERT =
            "insert into person (name, description) values ($1, $2) returning id, name, description";
    private static final String FIND = "select id, name, description from person where id = $1";
    private static final String LIST = "select id, name, description from person where id > $1 order by id limit $2";
    private static final String UPDATE =
            "update person set name = $1, description = $2 where id = $3 returning id, name, description";
    private static final String DELETE = "delete from person where id = $1 returning id";

    private final ConnectionFactory connections;

    PersonRepository(ConnectionFactory connections) {
        this.connections = connections;
    }

    Mono<Person> insert(Person person) {
        return rows(INSERT, PersonRepository::person, person.name(), person.description())
                .singleOrEmpty();
    }

    Mono<Person> find(long id) {
        return rows(FIND, PersonRepository::person, id).singleOrEmpty();
    }

    Flux<Person> list(long after, int limit) {
        return rows(LIST, PersonRepository::person, after, limit);
    }

    Mono<Person> update(long id, Person person) {
        return rows(UPDATE, PersonRepository::person, person.name(), person.description(), id)
                .singleOrEmpty();
    }

    Mono<Boolean> delete(long id) {
        return rows(DELETE, row -> true, id).singleOrEmpty().defaultIfEmpty(false);
    }

    private <T> Flux<T> rows(String sql, Function<Readable, T> mapping, Object... parameters) {
        return Flux.usingWhen(
                        connections.create(),
                        connection -> Flux.from(
                                        statement(connection, sql, parameters).execute())
                                .concatMap(result -> result.map(mapping)),
                        Connection::close)
                .onErrorMap(
                        R2dbcException.class,
                        e -> ConnectionFactoryUtils.convertR2dbcException("The statement fails", sql, e));
    }

    private static Statement statement(Connection connection, String sql, Object... parameters) {
        Statement statement = connection.createStatement(sql);
        for (int i = 0; i < parameters.length; i++) {
            statement.bind(i, parameters[i]);
        }
        return statement;
    }

    private static Person person(Readable row) {
        return new Person(row.get(0, Long.class), row.get(1, String.class), row.get(2, String.class));
    }
}
