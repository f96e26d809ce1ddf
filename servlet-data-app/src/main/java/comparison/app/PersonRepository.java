package comparison.app;

import java.util.List;
import java.util.Optional;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Reads and writes people with one transaction per call. Updates and deletions read the person first, because JPA saves
 * entities and does not run statements of the application.
 */
interface PersonRepository extends JpaRepository<PersonEntity, Long> {

    List<PersonEntity> findByIdGreaterThanOrderById(long id, Limit limit);

    default Person insert(Person person) {
        return save(new PersonEntity(person)).person();
    }

    default Optional<Person> find(long id) {
        return findById(id).map(PersonEntity::person);
    }

    default List<Person> list(long after, int limit) {
        return findByIdGreaterThanOrderById(after, Limit.of(limit)).stream()
                .map(PersonEntity::person)
                .toList();
    }

    @Transactional
    default Optional<Person> update(long id, Person person) {
        Optional<PersonEntity> stored = findById(id);
        stored.ifPresent(entity -> entity.change(person));
        return stored.map(PersonEntity::person);
    }

    @Transactional
    default boolean delete(long id) {
        Optional<PersonEntity> stored = findById(id);
        stored.ifPresent(this::delete);
        return stored.isPresent();
    }
}
