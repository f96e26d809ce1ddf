package sprout.mvc;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/**
 * A file that a form sent along (RFC 7578). Small ones are held in memory, larger ones in a temporary file, which is deleted when
 * the request is answered; who wants to keep the content copies it. Belongs to the thread of its request.
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

    /** The name of the form's field. */
    public String name() {
        return name;
    }

    /**
     * What the client calls the file, without any folders and without control characters; empty if it gave no name. Still the
     * client's word: do not let it choose where a file is stored.
     */
    public String originalFilename() {
        return originalFilename;
    }

    /** The media type that the client claims, or null. */
    public @Nullable String contentType() {
        return contentType;
    }

    /** In bytes. */
    public long size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** The whole content, which is not copied where it is in memory. */
    public byte[] bytes() throws IOException {
        return file == null ? memory : Files.readAllBytes(file);
    }

    /** The content; to be closed by the caller. */
    public InputStream inputStream() throws IOException {
        return file == null ? new ByteArrayInputStream(memory) : Files.newInputStream(file);
    }

    /** Copies the content to a file, which is replaced if it exists. */
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
