package comparison.app;

import org.springframework.data.domain.Limit;
import org.springframework.data.r2dbc.repository.Modifying;
import org.springframework.data.r2dbc.repository.Query;
import org.springframework.data.r2dbc.repository.R2dbcRepository;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Reads and writes people with one statement per call, each in its own transaction. An update is a query, because
 * saving does not report whether the row still existed.
 */
interface PersonRepository extends R2dbcRepository<Person, Long> {

    Flux<Person> findByIdGreaterThanOrderById(long id, Limit limit);

    @Modifying
    @Query("update person set name = :name, description = :description where id = :id")
    Mono<Long> change(long id, String name, String description);

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
        return change(id, person.name(), person.description())
                .filter(changed -> changed > 0)
                .map(changed -> person);
    }

    default Mono<Boolean> delete(long id) {
        return removeById(id).map(removed -> removed > 0);
    }
}
