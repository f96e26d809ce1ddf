package comparison.app;

import org.springframework.data.domain.Limit;
import org.springframework.data.r2dbc.repository.R2dbcRepository;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Reads and writes persons, each statement in its own transaction. An update reads first, because saving does not tell
 * whether the row existed.
 */
interface PersonRepository extends R2dbcRepository<Person, Long> {

    Flux<Person> findByIdGreaterThanOrderById(long id, Limit limit);

    Mono<Long> removeById(long id);

    default Mono<Person> insert(Person person) {
        return save(new Person(null, person.name(), person.description()));
    }

    default Mono<Person> find(long id) {
        return findById(id);
    }

    default Flux<Person> list(long after, int limit) {
        return findByIdGreaterThanOrderById(after, Limit.of(limit));
    }

    default Mono<Person> update(long id, Person person) {
        return findById(id).flatMap(stored -> save(person));
    }

    default Mono<Boolean> delete(long id) {
        return removeById(id).map(removed -> removed > 0);
    }
}
