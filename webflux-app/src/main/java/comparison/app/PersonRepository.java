package comparison.app;

import io.r2dbc.spi.Readable;
import org.springframework.r2dbc.core.DatabaseClient;
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

    private final DatabaseClient client;

    PersonRepository(DatabaseClient client) {
        this.client = client;
    }

    Mono<Person> insert(Person person) {
        return client.sql(INSERT)
                .bind(0, person.name())
                .bind(1, person.description())
                .map(PersonRepository::person)
                .one();
    }

    Mono<Person> find(long id) {
        return client.sql(FIND).bind(0, id).map(PersonRepository::person).one();
    }

    Flux<Person> list(long after, int limit) {
        return client.sql(LIST)
                .bind(0, after)
                .bind(1, limit)
                .map(PersonRepository::person)
                .all();
    }

    Mono<Person> update(long id, Person person) {
        return client.sql(UPDATE)
                .bind(0, person.name())
                .bind(1, person.description())
                .bind(2, id)
                .map(PersonRepository::person)
                .one();
    }

    Mono<Boolean> delete(long id) {
        return client.sql(DELETE).bind(0, id).map(row -> true).one().defaultIfEmpty(false);
    }

    private static Person person(Readable row) {
        return new Person(row.get(0, Long.class), row.get(1, String.class), row.get(2, String.class));
    }
}
