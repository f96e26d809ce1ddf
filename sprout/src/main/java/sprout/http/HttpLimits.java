package sprout.http;

/**
 * Limits what a client may send in a request.
 *
 * @param targetBytes longest request target in bytes, 64 to 65536; a longer one is answered with 414
 * @param headerBytes longest head (request line, header fields and empty line) and longest trailer section, each in
 *     bytes, 256 to 1048576; a longer one is answered with 431. The chunk extensions of a body may exceed the data
 *     before them by as many bytes, otherwise the answer is 431, too
 * @param headerCount most header fields in a head or trailer section, 1 to 10000; more are answered with 431
 * @param bodyBytes longest body in bytes, from 0; a longer one is answered with 413
 */
public record HttpLimits(int targetBytes, int headerBytes, int headerCount, long bodyBytes) {
    /** Target 8 KiB, head 16 KiB, 100 fields, body 1 MiB. */
    public static final HttpLimits DEFAULT = new HttpLimits(8 * 1024, 16 * 1024, 100, 1024 * 1024);

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a value is out of its range; the message names it
     */
    public HttpLimits {
        check("targetBytes", targetBytes, 64, 65_536);
        check("headerBytes", headerBytes, 256, 1_048_576);
        check("headerCount", headerCount, 1, 10_000);
        check("bodyBytes", bodyBytes, 0, Long.MAX_VALUE);
    }

    private static void check(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " must be " + min + " to " + max + ", not " + value);
        }
    }
}
