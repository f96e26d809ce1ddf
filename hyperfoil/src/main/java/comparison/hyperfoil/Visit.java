package comparison.hyperfoil;

import comparison.client.Samples;
import org.jspecify.annotations.Nullable;

/** The state of one client in its loop. Used only by the event loop of its session. */
final class Visit {

    static final String NO_ID = "no-id-in-the-answer";

    private static final String ID = "\"id\":";
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Offset of the monotonic clock from the epoch. The wall clock is read once, so that times never go back. */
    private static final long EPOCH_NANOS = System.currentTimeMillis() * NANOS_PER_MILLI - System.nanoTime();

    private final StringBuilder body = new StringBuilder();
    private People.Row person = new People.Row("", "", "", "");
    private String id = NO_ID;
    private int status;

    /** Begins a loop. */
    void begin(People.Row next) {
        person = next;
        id = NO_ID;
    }

    String path() {
        return "/person/" + id;
    }

    String newPerson() {
        return "{\"name\":\"%s\",\"description\":\"%s\"}".formatted(person.name(), person.description());
    }

    String changedPerson() {
        return "{\"id\":%s,\"name\":\"%s\",\"description\":\"%s\"}"
                .formatted(id, person.newName(), person.newDescription());
    }

    /** Starts a response. */
    void status(int received) {
        status = received;
        body.setLength(0);
    }

    void body(String part) {
        body.append(part);
    }

    /** Checks the response like the JMeter plan and writes the sample. A request without a response is a sample too. */
    void end(Operation operation, long startNanos, Samples samples) {
        if (operation == Operation.CREATE) {
            id = idOf(body);
        }
        long start = millis(startNanos);
        samples.add(
                start,
                millis(System.nanoTime()) - start,
                operation.label(),
                status == 0 ? "no answer" : Integer.toString(status),
                failure(operation));
        status = 0;
    }

    private static long millis(long nanos) {
        return (EPOCH_NANOS + nanos) / NANOS_PER_MILLI;
    }

    private static String idOf(StringBuilder body) {
        int begin = body.indexOf(ID) + ID.length();
        int end = body.indexOf(",", begin);
        return begin < ID.length() || end < 0 ? NO_ID : body.substring(begin, end);
    }

    private @Nullable String failure(Operation operation) {
        if (status != operation.status()) {
            return "status " + status;
        }
        return switch (operation) {
            case CREATE -> wrong(person.name(), person.description());
            case READ -> wrong(person.name(), person.description());
            case UPDATE -> wrong(person.newName(), person.newDescription());
            case DELETE -> body.isEmpty() ? null : "The body of Delete is not empty";
        };
    }

    private @Nullable String wrong(String name, String description) {
        boolean right = !NO_ID.equals(id) && holds(ID + id) && holds(quoted(name)) && holds(quoted(description));
        return right ? null : "The body is not the person that it should be";
    }

    private boolean holds(String text) {
        return body.indexOf(text) >= 0;
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }
}
