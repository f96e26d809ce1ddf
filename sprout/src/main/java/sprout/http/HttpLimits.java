package sprout.http;

/**
 * How much a client may send.
 *
 * @param targetBytes longest request target, 64 to 65536; longer is 414
 * @param headerBytes longest head of a request (request line, header fields and empty line) and longest trailer section,
 *     256 to 1048576; longer is 431
 * @param headerCount most header fields in a head or trailer section, 1 to 10000; more is 431
 * @param bodyBytes longest body, from 0; longer is 413
 */
public record HttpLimits(int targetBytes, int headerBytes, int headerCount, long bodyBytes) {
    /** Target 8 KiB, head 16 KiB, 100 fields, body 1 MiB. */
    public static final HttpLimits DEFAULT = new HttpLimits(8 * 1024, 16 * 1024, 100, 1024 * 1024);

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException naming the value that is out of its range
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
