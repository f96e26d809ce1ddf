package sprout.config;

/**
 * Holds a number of bytes, in a file for example {@code 512}, {@code 64KB}, {@code 10MB} or {@code 1GB}; 1 KB is 1024
 * bytes.
 *
 * @param bytes 0 or more
 */
public record DataSize(long bytes) {
    public DataSize {
        if (bytes < 0) {
            throw new IllegalArgumentException("a size cannot be negative: " + bytes);
        }
    }
}
