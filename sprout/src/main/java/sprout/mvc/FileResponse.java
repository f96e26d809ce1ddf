package sprout.mvc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
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
    private final long modified;

    private FileResponse(Path file, BasicFileAttributes attributes) {
        this.file = file;
        this.size = attributes.size();
        this.modified = attributes.lastModifiedTime().toMillis();
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
        String etag = "\"" + Long.toHexString(modified) + "-" + Long.toHexString(size) + "\"";
        response.header("ETag", etag);
        response.header("Last-Modified", HttpDates.format(modified));
        response.header("Accept-Ranges", "bytes");
        if (isUnchanged(request, etag)) {
            response.status(304);
            return;
        }
        response.header("Content-Type", contentType());
        String range = request.headers().first("Range");
        if (range != null && request.method().equals("GET") && isStillTheSame(request, etag)) {
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

    private boolean isUnchanged(HttpRequest request, String etag) {
        String wanted = request.headers().first("If-None-Match");
        if (wanted != null) {
            return wanted.equals("*") || matchesWeakly(wanted, etag);
        }
        String since = request.headers().first("If-Modified-Since");
        return since != null && isNotAfter(since);
    }

    private static boolean matchesWeakly(String list, String etag) {
        for (String one : list.split(",", -1)) {
            String tag = one.strip();
            if ((tag.startsWith("W/") ? tag.substring(2) : tag).equals(etag)) {
                return true;
            }
        }
        return false;
    }

    /** {@code If-Range}: a part is wanted only of the very version that the client has (RFC 9110 section 13.1.5). */
    private boolean isStillTheSame(HttpRequest request, String etag) {
        String version = request.headers().first("If-Range");
        return version == null || version.equals(etag) || version.equals(HttpDates.format(modified));
    }

    private boolean isNotAfter(String since) {
        Long millis = HttpDates.parse(since);
        return millis != null && modified / 1000 <= millis / 1000;
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

    /** One byte range of a {@code Range} header (RFC 9110 section 14.1.2); both ends inclusive. */
    record ByteRange(Kind kind, long first, long last) {
        enum Kind {
            SATISFIABLE,
            UNSATISFIABLE,
            IGNORED
        }

        private static final ByteRange IGNORED = new ByteRange(Kind.IGNORED, 0, 0);
        private static final ByteRange UNSATISFIABLE = new ByteRange(Kind.UNSATISFIABLE, 0, 0);

        /** What is malformed, of another unit, or asks for several ranges is ignored. */
        static ByteRange parse(String header, long size) {
            int dash = header.indexOf('-');
            if (!header.startsWith("bytes=") || dash < 0 || header.indexOf(',') >= 0) {
                return IGNORED;
            }
            Long first = position(header.substring("bytes=".length(), dash));
            Long last = position(header.substring(dash + 1));
            if (first == null || last == null || (first < 0 && last < 0)) {
                return IGNORED;
            }
            return first < 0 ? suffix(last, size) : between(first, last, size);
        }

        private static ByteRange suffix(long length, long size) {
            return length == 0 || size == 0
                    ? UNSATISFIABLE
                    : new ByteRange(Kind.SATISFIABLE, Math.max(0, size - length), size - 1);
        }

        private static ByteRange between(long first, long last, long size) {
            if (last >= 0 && last < first) {
                return IGNORED;
            }
            return first >= size
                    ? UNSATISFIABLE
                    : new ByteRange(Kind.SATISFIABLE, first, last < 0 ? size - 1 : Math.min(last, size - 1));
        }

        /** The number, -1 if there is none, null if it is malformed. */
        private static @Nullable Long position(String digits) {
            String text = digits.strip();
            if (text.isEmpty()) {
                return -1L;
            }
            boolean sound = text.length() < 19 && text.chars().allMatch(c -> c >= '0' && c <= '9');
            return sound ? Long.valueOf(text) : null;
        }
    }
}
