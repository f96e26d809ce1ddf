package sprout.mvc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import sprout.http.HttpDate;
import sprout.http.HttpException;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;

/**
 * Sends a file as the result of a controller method, with zero-copy where possible. Immutable.
 *
 * <p>It sets {@code ETag} and {@code Last-Modified}, and supports conditional requests and one byte range (RFC 9110
 * sections 13 and 14). A request for several ranges gets the whole file, as section 14.2 allows. With a status other
 * than 200, or a method other than GET and HEAD, the whole file is sent without any of these, because it then describes
 * the outcome of the request.
 */
public final class FileResponse {
    private final Content content;
    private final String name;
    private final long size;
    private final String etag;
    private final @Nullable Instant modified;

    private FileResponse(Content content, String name, long size, String etag, @Nullable Instant modified) {
        this.content = content;
        this.name = name;
        this.size = size;
        this.etag = '"' + etag + '"';
        this.modified = modified;
    }

    /** Sets a part of the content as the body of a response. */
    private interface Content {
        void send(HttpResponse response, long offset, long length) throws IOException;
    }

    /**
     * Finds a regular file below a folder.
     *
     * @param name a path relative to {@code folder}; it may come from a request
     * @throws HttpException with status 404 if there is no such file, or it is outside the folder, also through a
     *     symbolic link
     */
    public static FileResponse of(Path folder, String name) {
        FileResponse found = find(folder, name);
        if (found == null) {
            throw new HttpException(404, "There is no such file.");
        }
        return found;
    }

    /** Finds a file like {@link #of(Path, String)}, but returns null if there is no such file. */
    static @Nullable FileResponse find(Path folder, String name) {
        try {
            Path root = folder.toRealPath();
            Path file = root.resolve(name).toRealPath();
            BasicFileAttributes attributes =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return file.startsWith(root) && attributes.isRegularFile() ? file(file, attributes) : null;
        } catch (IOException | InvalidPathException e) {
            return null;
        }
    }

    private static FileResponse file(Path file, BasicFileAttributes attributes) {
        Instant modified = attributes.lastModifiedTime().toInstant();
        String etag = Long.toHexString(attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS)) + "-"
                + Long.toHexString(attributes.size());
        return new FileResponse(
                (response, offset, length) -> response.file(file, offset, length),
                String.valueOf(file.getFileName()),
                attributes.size(),
                etag,
                modified);
    }

    /** Serves content from memory. The {@code ETag} is a hash of the content. */
    static FileResponse of(String name, byte[] bytes) {
        return new FileResponse(
                (response, offset, length) ->
                        response.body(Arrays.copyOfRange(bytes, (int) offset, (int) (offset + length))),
                name,
                bytes.length,
                hash(bytes),
                null);
    }

    private static String hash(byte[] bytes) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(hash, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /**
     * Writes the file.
     *
     * @param type the media type of the response if it has none yet; null for that of the file's extension
     */
    void write(@Nullable String type, HttpRequest request, HttpResponse response) throws IOException {
        if (Conditions.apply(request, response)) {
            writeSelected(type, request, response);
        } else {
            typed(type, response);
            content.send(response, 0, size);
        }
    }

    private void writeSelected(@Nullable String type, HttpRequest request, HttpResponse response) throws IOException {
        response.header("ETag", etag);
        if (modified != null) {
            // The date must not be later than that of the response (RFC 9110 section 8.8.2.1).
            Instant now = Instant.now();
            response.header("Last-Modified", HttpDate.format(modified.isAfter(now) ? now : modified));
        }
        response.header("Accept-Ranges", "bytes");
        Conditions conditions = new Conditions(etag, modified);
        if (conditions.refused(request, response)) {
            return;
        }
        List<String> ranges = request.headers().all("Range");
        typed(type, response);
        if (ranges.size() == 1 && request.method().equals("GET") && conditions.rangeApplies(request)) {
            writeRange(ByteRange.parse(ranges.getFirst(), size), response);
        } else {
            content.send(response, 0, size);
        }
    }

    private void typed(@Nullable String type, HttpResponse response) {
        if (response.header("Content-Type") == null) {
            response.header("Content-Type", type == null ? contentType() : type);
        }
    }

    private void writeRange(ByteRange range, HttpResponse response) throws IOException {
        if (range.kind() == ByteRange.Kind.IGNORED) {
            content.send(response, 0, size);
        } else if (range.kind() == ByteRange.Kind.UNSATISFIABLE) {
            ErrorResponses.replaceResult(Problem.of(416, "There are only %d bytes.".formatted(size)), response);
            response.header("Content-Range", "bytes */" + size);
        } else {
            response.status(206).header("Content-Range", "bytes %d-%d/%d".formatted(range.first(), range.last(), size));
            content.send(response, range.first(), range.last() - range.first() + 1);
        }
    }

    private String contentType() {
        String extension = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return switch (extension) {
            case "txt" -> MediaTypes.TEXT;
            case "html", "htm" -> "text/html;charset=UTF-8";
            case "css" -> "text/css;charset=UTF-8";
            case "js", "mjs" -> "text/javascript;charset=UTF-8";
            case "json" -> MediaTypes.JSON;
            case "xml" -> "application/xml";
            case "svg" -> "image/svg+xml";
            case "png" -> "image/png";
            case "jpg", "jpeg" -> "image/jpeg";
            case "gif" -> "image/gif";
            case "webp" -> "image/webp";
            case "ico" -> "image/x-icon";
            case "pdf" -> "application/pdf";
            case "wasm" -> "application/wasm";
            case "woff2" -> "font/woff2";
            default -> MediaTypes.BYTES;
        };
    }
}
