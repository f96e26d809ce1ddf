package comparison.peers;

/** The answer of {@code /benchmark/json}. */
public record Status(String status, long timestamp, Data data) {
    /** The answer of {@code /benchmark/hello}. */
    public static final String HELLO = "Hello, World!";

    /** The nested object of the response. */
    public record Data(String message, String server, String version) {}

    /** Creates a response with the current time in ms since 1970. */
    public static Status now() {
        return new Status(
                "success", System.currentTimeMillis(), new Data("Performance test response", "benchmark", "1.0"));
    }
}
