package sprout.mvc;

import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import sprout.http.HttpException;
import sprout.http.Utf8;

/** Stores the parts of a multipart body as they arrive and adds each complete part to its form. Not thread-safe. */
final class FormParts implements MultipartParser.Parts, AutoCloseable {
    /** Roughly what a part takes in memory besides its content and the texts of its headers, in bytes. */
    private static final int PART = 200;

    private final Form form;
    private final FormLimits limits;
    private final LongConsumer hold;
    private int count;
    private String name = "";
    private @Nullable String filename;
    private @Nullable String contentType;
    private ByteArrayOutputStream memory = new ByteArrayOutputStream();
    private @Nullable Path file;
    private @Nullable OutputStream out;
    private long size;

    /**
     * Creates the store for one form.
     *
     * @param hold called with the number of bytes before they are kept in memory; may block or throw
     */
    FormParts(Form form, FormLimits limits, LongConsumer hold) {
        this.hold = hold;
        this.form = form;
        this.limits = limits;
    }

    /** All others would only take memory. */
    @Override
    public boolean wants(String header) {
        return header.equals("content-disposition") || header.equals("content-type");
    }

    @Override
    public void begin(Map<String, String> headers) {
        Form.requireRoom(++count, limits);
        String disposition = headers.getOrDefault("content-disposition", "");
        Map<String, String> parameters = HeaderParameters.of(disposition);
        String given = parameters.get("name");
        if (given == null || !MediaTypes.essence(disposition).equals("form-data")) {
            throw new HttpException(400, "A part of the form has no Content-Disposition with a name.");
        }
        name = given;
        filename = parameters.get("filename");
        contentType = headers.get("content-type");
        hold.accept(
                PART + 2L * headers.values().stream().mapToInt(String::length).sum());
        memory = new ByteArrayOutputStream();
        size = 0;
    }

    @Override
    public void data(byte[] bytes, int offset, int length) {
        size += length;
        if (size > (filename == null ? limits.memoryBytes() : limits.partBytes())) {
            throw new HttpException(
                    413,
                    "%s is larger than the %d bytes that %s may have."
                            .formatted(
                                    FieldError.cut(name, FieldError.LONGEST),
                                    filename == null ? limits.memoryBytes() : limits.partBytes(),
                                    filename == null ? "a field" : "a file"));
        }
        try {
            if (size > limits.memoryBytes()) {
                spilled().write(bytes, offset, length);
            } else {
                hold.accept(length);
                memory.write(bytes, offset, length);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a file of a form could not be stored", e);
        }
    }

    /**
     * Opens the temporary file of the current part and moves the bytes from memory to it. Only the user of the server
     * process may read the file.
     */
    private OutputStream spilled() throws IOException {
        OutputStream open = out;
        if (open == null) {
            Path created = Files.createTempFile(limits.folder(), "sprout-form-", ".part");
            file = created;
            // A channel would leave a direct buffer as large as the largest write to each thread of a pool.
            open = new FileOutputStream(created.toFile());
            out = open;
            memory.writeTo(open);
            memory = new ByteArrayOutputStream();
        }
        return open;
    }

    @Override
    public void end() {
        if (filename == null) {
            form.add(name, text());
            return;
        }
        try {
            if (out != null) {
                out.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a file of a form could not be stored", e);
        }
        form.add(new MultipartFile(name, sanitized(filename), contentType, memory.toByteArray(), file, size));
        file = null;
        out = null;
    }

    private String text() {
        String charset =
                contentType == null ? null : HeaderParameters.of(contentType).get("charset");
        if (charset != null && !MediaTypes.isUtf8(charset)) {
            throw InvalidRequestException.of(name, "must be sent as UTF-8");
        }
        try {
            return Utf8.decode(memory.toByteArray());
        } catch (HttpException e) {
            throw InvalidRequestException.of(name, "must be UTF-8");
        }
    }

    /**
     * The text after the last slash or backslash, without ASCII control characters; empty for {@code .} and {@code ..}.
     */
    static String sanitized(String filename) {
        int slash = Math.max(filename.lastIndexOf('/'), filename.lastIndexOf('\\'));
        String plain = filename.substring(slash + 1).replaceAll("\\p{Cntrl}", "");
        return plain.equals(".") || plain.equals("..") ? "" : plain;
    }

    /** Deletes the file of an incomplete part. */
    @Override
    public void close() throws IOException {
        if (out != null) {
            out.close();
        }
        if (file != null) {
            Files.deleteIfExists(file);
        }
    }
}
