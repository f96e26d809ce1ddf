package comparison.contract;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/** Counts the SQL statements of create, read, update and delete of people, to compare stacks. */
public final class WorkCount {

    private final Api app;
    private final DatabaseAddress database;

    private WorkCount(Api app, DatabaseAddress database) {
        this.app = app;
        this.database = database;
    }

    /**
     * Sends requests of each kind and counts the statements of each. Deletes all people that it creates.
     *
     * @param requests number of requests of each kind
     * @return number of executions by kind ({@code create, read, update, delete}) and statement
     * @throws AssertionError if a response is wrong
     * @throws SQLException if the database cannot be queried
     */
    public static Map<String, Map<String, Long>> of(Target target, DatabaseAddress database, int requests)
            throws SQLException {
        return new WorkCount(new Api(target.app()), database).count(requests);
    }

    private Map<String, Map<String, Long>> count(int requests) throws SQLException {
        Map<String, Map<String, Long>> calls = new TreeMap<>();
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            ids.add((long) i);
        }
        calls.put("create", counted(ids, i -> ids.set((int) i, created())));
        calls.put("read", counted(ids, id -> app.get("/person/" + id).has(200)));
        calls.put(
                "update",
                counted(
                        ids,
                        id -> app.put("/person/" + id, Api.json(id, "New name", "new description"))
                                .has(200)));
        calls.put("delete", counted(ids, id -> app.delete("/person/" + id).has(204)));
        return calls;
    }

    private long created() {
        return app.post("/person", Api.json("Ada Lovelace", "first programmer"))
                .has(201)
                .isPerson("Ada Lovelace", "first programmer");
    }

    private Map<String, Long> counted(List<Long> ids, LongConsumer request) throws SQLException {
        ExecutedSql before = ExecutedSql.of(database);
        List.copyOf(ids).forEach(request::accept);
        return new TreeMap<>(before.since(ids.size()));
    }
}
