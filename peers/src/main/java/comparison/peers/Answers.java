package comparison.peers;

import io.avaje.jsonb.JsonType;
import io.avaje.jsonb.Jsonb;
import java.nio.charset.StandardCharsets;

/**
 * The responses of every peer. The text is encoded once. JSON is written per request, by the same library as in Sprout.
 */
final class Answers {
    static final String HELLO_PATH = "/benchmark/hello";
    static final String JSON_PATH = "/benchmark/json";
    static final String TEXT = "text/plain;charset=UTF-8";
    static final String JSON = "application/json";
    static final byte[] HELLO = Status.HELLO.getBytes(StandardCharsets.UTF_8);

    private static final JsonType<Status> STATUS = Jsonb.instance().type(Status.class);

    private Answers() {}

    static byte[] json() {
        return STATUS.toJsonBytes(Status.now());
    }
}
