package comparison.app;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** One row of the table {@code person}. JPA manages it during a transaction. */
@Entity
@Table(name = "person")
class PersonEntity {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private @Nullable Long id;

    private String name;

    private String description;

    /** Called by JPA, which then sets the fields. */
    @SuppressWarnings("NullAway.Init")
    protected PersonEntity() {}

    PersonEntity(Person person) {
        this.name = person.name();
        this.description = person.description();
    }

    void change(Person person) {
        name = person.name();
        description = person.description();
    }

    Person person() {
        return new Person(id, name, description);
    }
}
