package sprout.config;

/**
 * A number of bytes, such as {@code 512}, {@code 64KB}, {@code 10MB} or {@code 1GB} in a file; a KB has 1024.
 *
 * @param bytes from 0
 */
public record DataSize(long bytes) {
    public DataSize {
        if (bytes < 0) {
            throw new IllegalArgumentException("a size cannot be negative: " + bytes);
        }
    }
}
