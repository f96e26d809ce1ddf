package comparison.app;

import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PreparedQuery;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowIterator;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads and writes people with one statement per call, each in its own transaction. Safe for use by all event loops.
 */
final class PersonRepository {

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

    Future<Person> insert(Person person) {
        return insert.execute(Tuple.of(person.name(), person.description()))
                .map(rows -> first(rows).orElseThrow());
    }

    Future<Optional<Person>> find(long id) {
        return find.execute(Tuple.of(id)).map(PersonRepository::first);
    }

    Future<List<Person>> list(long after, int limit) {
        return list.execute(Tuple.of(after, limit)).map(PersonRepository::all);
    }

    Future<Optional<Person>> update(long id, Person person) {
        return update.execute(Tuple.of(person.name(), person.description(), id)).map(PersonRepository::first);
    }

    Future<Boolean> delete(long id) {
        return delete.execute(Tuple.of(id)).map(rows -> rows.size() > 0);
    }

    private static Optional<Person> first(RowSet<Row> rows) {
        RowIterator<Row> row = rows.iterator();
        return row.hasNext() ? Optional.of(person(row.next())) : Optional.empty();
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
