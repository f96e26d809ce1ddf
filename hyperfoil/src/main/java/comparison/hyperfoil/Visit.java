package comparison.hyperfoil;

import comparison.client.Samples;
import org.jspecify.annotations.Nullable;

/** The state of one client in its loop. Used only by the event loop of its session. */
final class Visit {

    static final String NO_ID = "no-id-in-the-answer";

    private static final String ID = "\"id\":";
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long NANOS_PER_MICRO = 1_000;

    /** Offset of the monotonic clock from the epoch. The wall clock is read once, so that times never go back. */
    private static final long EPOCH_NANOS = System.currentTimeMillis() * NANOS_PER_MILLI - System.nanoTime();

    private final StringBuilder body = new StringBuilder();
    private People.Row person = new People.Row("", "", "", "");
    private String id = NO_ID;
    private int status;
    private long readyNanos;

    /** Begins a loop. */
    void begin(People.Row next) {
        person = next;
        id = NO_ID;
        readyNanos = System.nanoTime();
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

    /**
     * Checks the response like the JMeter plan and writes the sample. A request without a response is a sample too. The
     * response time begins when the previous response was complete, or the loop began: as in JMeter, the wait for a
     * connection belongs to it.
     */
    void end(Operation operation, Samples samples) {
        long now = System.nanoTime();
        if (operation == Operation.CREATE) {
            id = idOf(body);
        }
        samples.add(
                (EPOCH_NANOS + readyNanos) / NANOS_PER_MILLI,
                (now - readyNanos) / NANOS_PER_MICRO,
                operation.label(),
                status == 0 ? "no answer" : Integer.toString(status),
                failure(operation));
        status = 0;
        readyNanos = now;
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
