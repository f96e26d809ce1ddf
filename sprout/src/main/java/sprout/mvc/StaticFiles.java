package sprout.mvc;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import sprout.config.AppConfig;
import sprout.config.ConfigException;
import sprout.config.Setting;
import sprout.http.HttpHandler;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;

/**
 * Serves files for paths without a route: from folders on disk, or from the class path. Class path files stay in memory
 * after their first request. Names that begin with a dot are not served, except {@code .well-known} (RFC 8615).
 * Thread-safe.
 */
final class StaticFiles implements HandlerMapping {
    private static final String CLASS_PATH = "classpath:";

    private static final Setting<List<String>> LOCATIONS = Setting.list(Setting.text(
            "static.locations",
            "",
            "folders, or `classpath:NAME`, the first that has a file wins; `classpath:static` unless it is set"));
    /** The file that a folder is answered with. */
    private static final String INDEX = "index.html";

    private static final Setting<String> CACHE_CONTROL =
            Setting.text("static.cache-control", "no-cache", "the `Cache-Control` of files");

    /** All settings of this class. */
    static final List<Setting<?>> SETTINGS = List.of(LOCATIONS, CACHE_CONTROL);

    private final List<Location> locations;
    private final String cacheControl;
    private final Methods methods;

    private StaticFiles(List<Location> locations, String cacheControl, Methods methods) {
        this.locations = locations;
        this.cacheControl = cacheControl;
        this.methods = methods;
    }

    /**
     * Reads the settings below {@code static}.
     *
     * @throws ConfigException if a folder does not exist
     */
    static StaticFiles from(AppConfig config, ClassLoader loader, Methods methods) {
        List<String> given = config.get(LOCATIONS);
        List<Location> locations = new ArrayList<>();
        for (String location : given.isEmpty() ? List.of("classpath:static") : given) {
            locations.add(location(location, loader));
        }
        return new StaticFiles(List.copyOf(locations), config.get(CACHE_CONTROL), methods);
    }

    private static Location location(String text, ClassLoader loader) {
        if (text.startsWith(CLASS_PATH)) {
            return new ClassPathLocation(
                    loader, text.substring(CLASS_PATH.length()).replaceAll("^/+|/+$", ""));
        }
        Path folder = Path.of(text.startsWith("file:") ? text.substring("file:".length()) : text);
        if (!Files.isDirectory(folder)) {
            throw new ConfigException(
                    "static.locations has '%s', but must be folders that exist, or classpath:NAME".formatted(text));
        }
        return name -> FileResponse.find(folder, name);
    }

    @Override
    public @Nullable HttpHandler findHandler(HttpRequest request) {
        List<String> segments = Paths.segments(request.rawPath());
        if (!isServed(segments)) {
            return null;
        }
        String name = String.join("/", segments);
        boolean folder = segments.getLast().isEmpty();
        FileResponse file = find(folder ? name + INDEX : name);
        if (file == null && (folder || find(name + "/" + INDEX) == null)) {
            return null;
        }
        return isRead(request)
                ? (any, response) -> answer(file, request, response)
                : (any, response) -> methods.answerInstead("GET, HEAD, OPTIONS", request, response);
    }

    private static boolean isRead(HttpRequest request) {
        return request.method().equals("GET") || request.method().equals("HEAD");
    }

    /**
     * Whether a path may be served. It must not have hidden or empty segments, nor a segment with a slash or backslash,
     * which could lead to another folder. Only the last segment may be empty.
     */
    private static boolean isServed(List<String> segments) {
        for (int i = 0; i < segments.size(); i++) {
            String segment = segments.get(i);
            boolean empty = segment.isEmpty() && i < segments.size() - 1;
            boolean hidden = segment.startsWith(".") && !segment.equals(".well-known");
            if (empty || hidden || segment.indexOf('/') >= 0 || segment.indexOf('\\') >= 0) {
                return false;
            }
        }
        return true;
    }

    private @Nullable FileResponse find(String name) {
        for (Location location : locations) {
            FileResponse file = location.find(name);
            if (file != null) {
                return file;
            }
        }
        return null;
    }

    /** Sends the file; null stands for a folder, whose path needs a slash. */
    private void answer(@Nullable FileResponse file, HttpRequest request, HttpResponse response) throws IOException {
        if (file == null) {
            response.status(301).header("Location", withSlash(request));
            return;
        }
        response.header("Cache-Control", cacheControl).header("X-Content-Type-Options", "nosniff");
        file.write(null, request, response);
    }

    private static String withSlash(HttpRequest request) {
        return request.rawPath() + "/" + (request.query() == null ? "" : "?" + request.query());
    }

    /** Represents a place with files. */
    private interface Location {
        @Nullable
        FileResponse find(String name);
    }

    private record ClassPathLocation(ClassLoader loader, String folder, Map<String, FileResponse> known)
            implements Location {
        ClassPathLocation(ClassLoader loader, String folder) {
            this(loader, folder, new ConcurrentHashMap<>());
        }

        /**
         * Finds a file and caches it. Missing files are not cached, so that clients cannot fill the memory with names.
         */
        @Override
        public @Nullable FileResponse find(String name) {
            FileResponse found = known.get(name);
            if (found == null) {
                found = load(name);
                if (found != null) {
                    known.put(name, found);
                }
            }
            return found;
        }

        private @Nullable FileResponse load(String name) {
            URL url = loader.getResource(folder.isEmpty() ? name : folder + "/" + name);
            try {
                if (url == null || isFolder(url)) {
                    return null;
                }
                try (InputStream content = url.openStream()) {
                    return FileResponse.of(name, content.readAllBytes());
                }
            } catch (IOException e) {
                return null;
            }
        }

        private static boolean isFolder(URL url) throws IOException {
            if (url.getProtocol().equals("file")) {
                return !Files.isRegularFile(Path.of(URI.create(url.toString())));
            }
            URLConnection connection = url.openConnection();
            return connection instanceof JarURLConnection jar
                    && jar.getJarEntry().isDirectory();
        }
    }
}
