package sprout.mvc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import sprout.http.HttpDate;
import sprout.http.HttpException;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;

/**
 * A file as a result: sent by the kernel where it can, with {@code ETag}, {@code Last-Modified}, conditional requests and one byte
 * range (RFC 9110 sections 13 and 14). Several ranges in one request are answered with the whole file, as section 14.2 allows.
 */
public final class FileResponse {
    private final Path file;
    private final long size;
    private final FileTime modified;

    private FileResponse(Path file, BasicFileAttributes attributes) {
        this.file = file;
        this.size = attributes.size();
        this.modified = attributes.lastModifiedTime();
    }

    /**
     * A regular file below a folder.
     *
     * @param name a path relative to {@code folder}, taken from a request
     * @throws HttpException with status 404 if there is no such file, or it lies outside of the folder, also by a symbolic link
     */
    public static FileResponse of(Path folder, String name) {
        try {
            Path root = folder.toRealPath();
            Path file = root.resolve(name).toRealPath();
            BasicFileAttributes attributes =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (file.startsWith(root) && attributes.isRegularFile()) {
                return new FileResponse(file, attributes);
            }
        } catch (IOException | InvalidPathException e) {
            throw new HttpException(404, "There is no such file.", e);
        }
        throw new HttpException(404, "There is no such file.");
    }

    void write(HttpRequest request, HttpResponse response) throws IOException {
        String etag = '"' + Long.toHexString(modified.to(TimeUnit.NANOSECONDS)) + "-" + Long.toHexString(size) + '"';
        Conditions conditions = new Conditions(etag, modified.toInstant());
        response.header("ETag", etag);
        response.header("Last-Modified", HttpDate.format(modified.toInstant()));
        response.header("Accept-Ranges", "bytes");
        int refusal = conditions.refusal(request);
        if (refusal != 0) {
            response.status(refusal);
            return;
        }
        response.header("Content-Type", contentType());
        String range = request.headers().first("Range");
        if (range != null && request.method().equals("GET") && conditions.rangeApplies(request)) {
            writeRange(ByteRange.parse(range, size), response);
        } else {
            response.file(file, 0, size);
        }
    }

    private void writeRange(ByteRange range, HttpResponse response) throws IOException {
        if (range.kind() == ByteRange.Kind.IGNORED) {
            response.file(file, 0, size);
        } else if (range.kind() == ByteRange.Kind.UNSATISFIABLE) {
            response.status(416).removeHeader("Content-Type").header("Content-Range", "bytes */" + size);
        } else {
            response.status(206)
                    .header("Content-Range", "bytes %d-%d/%d".formatted(range.first(), range.last(), size))
                    .file(file, range.first(), range.last() - range.first() + 1);
        }
    }

    private String contentType() {
        String name = String.valueOf(file.getFileName());
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
