package sprout.mvc;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/**
 * Holds an uploaded file of a form (RFC 7578). Small files are in memory, larger ones in a temporary file. The server
 * deletes the temporary file after the request; copy the content to keep it. Not thread-safe: it belongs to the thread
 * of its request.
 */
public final class MultipartFile {
    private final String name;
    private final String originalFilename;
    private final @Nullable String contentType;
    private final byte[] memory;
    private final @Nullable Path file;
    private final long size;

    MultipartFile(
            String name,
            String originalFilename,
            @Nullable String contentType,
            byte[] memory,
            @Nullable Path file,
            long size) {
        this.name = name;
        this.originalFilename = originalFilename;
        this.contentType = contentType;
        this.memory = memory;
        this.file = file;
        this.size = size;
    }

    /** The name of the form field. */
    public String name() {
        return name;
    }

    /**
     * The file name that the client sent, without folders and control characters; empty if there was none. It is
     * untrusted: never derive the location of a file from it.
     */
    public String originalFilename() {
        return originalFilename;
    }

    /** The media type that the client claims, or null. It is not verified. */
    public @Nullable String contentType() {
        return contentType;
    }

    /** The size in bytes. */
    public long size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** Reads the whole content. If it is in memory, the array is not copied: do not change it. */
    public byte[] bytes() throws IOException {
        return file == null ? memory : Files.readAllBytes(file);
    }

    /** Opens the content. The caller must close the stream. */
    public InputStream inputStream() throws IOException {
        return file == null ? new ByteArrayInputStream(memory) : Files.newInputStream(file);
    }

    /** Copies the content to a file. An existing file is replaced. */
    public void transferTo(Path target) throws IOException {
        if (file == null) {
            Files.write(target, memory);
        } else {
            Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    void delete() throws IOException {
        if (file != null) {
            Files.deleteIfExists(file);
        }
    }
}
