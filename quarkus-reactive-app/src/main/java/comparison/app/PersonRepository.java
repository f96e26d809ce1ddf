package comparison.app;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.PreparedQuery;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowIterator;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and writes people with one statement per call, each in its own transaction. */
@Singleton
class PersonRepository {

    private static final String INSERT =
            "insert into person (name, description) values ($1, $2) returning id, name, description";
    private static final String FIND = "select id, name, description from person where id = $1";
    private static final String LIST = "select id, name, description from person where id > $1 order by id limit $2";
    private static final String UPDATE =
            "update person set name = $1, description = $2 where id = $3 returning id, name, description";
    private static final String DELETE = "delete from person where id = $1 returning id";

    private final PreparedQuery<RowSet<Row>> insert;
    private final PreparedQuery<RowSet<Row>> find;
    private final PreparedQuery<RowSet<Row>> list;
    private final PreparedQuery<RowSet<Row>> update;
    private final PreparedQuery<RowSet<Row>> delete;

    PersonRepository(Pool pool) {
        this.insert = pool.preparedQuery(INSERT);
        this.find = pool.preparedQuery(FIND);
        this.list = pool.preparedQuery(LIST);
        this.update = pool.preparedQuery(UPDATE);
        this.delete = pool.preparedQuery(DELETE);
    }

    Uni<@Nullable Person> insert(Person person) {
        return rows(insert, Tuple.of(person.name(), person.description())).map(PersonRepository::first);
    }

    /** Emits null if there is none. */
    Uni<@Nullable Person> find(long id) {
        return rows(find, Tuple.of(id)).map(PersonRepository::first);
    }

    Uni<List<Person>> list(long after, int limit) {
        return rows(list, Tuple.of(after, limit)).map(PersonRepository::all);
    }

    /** Emits null if there is none. */
    Uni<@Nullable Person> update(long id, Person person) {
        return rows(update, Tuple.of(person.name(), person.description(), id)).map(PersonRepository::first);
    }

    Uni<Boolean> delete(long id) {
        return rows(delete, Tuple.of(id)).map(rows -> rows.size() > 0);
    }

    private static Uni<RowSet<Row>> rows(PreparedQuery<RowSet<Row>> query, Tuple parameters) {
        return query.execute(parameters).onFailure().transform(DatabaseException::new);
    }

    private static @Nullable Person first(RowSet<Row> rows) {
        RowIterator<Row> row = rows.iterator();
        return row.hasNext() ? person(row.next()) : null;
    }

    private static List<Person> all(RowSet<Row> rows) {
        List<Person> people = new ArrayList<>(rows.size());
        for (Row row : rows) {
            people.add(person(row));
        }
        return people;
    }

    private static Person person(Row row) {
        return new Person(row.getLong(0), row.getString(1), row.getString(2));
    }
}
