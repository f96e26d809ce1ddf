package comparison.experiments;

import comparison.experiments.Experiment.FileWay;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import sprout.beans.annotation.Component;
import sprout.beans.annotation.ConditionalOnProperty;
import sprout.config.AppConfig;
import sprout.http.HttpException;
import sprout.http.HttpRequest;
import sprout.http.HttpResponse;
import sprout.mvc.Filter;
import sprout.mvc.FilterChain;

/** Sends files through the heap, as the article on reading files does; replaces sprout-app's route. */
@Component
@ConditionalOnProperty("experiment.file")
final class CopiedFile implements Filter {

    /** The size that the article uses. */
    private static final int BUFFER_BYTES = 1024;

    private final FileWay way;
    private final Path folder;

    CopiedFile(Experiment experiment, AppConfig config) {
        this.way = experiment.file();
        this.folder = Path.of(config.getStringProperty("files.dir", "files"));
    }

    @Override
    public List<String> paths() {
        return List.of("/benchmark/file/*");
    }

    @Override
    public void doFilter(HttpRequest request, HttpResponse response, FilterChain chain) throws Exception {
        if (way == FileWay.KERNEL) {
            chain.doFilter(request, response);
            return;
        }
        Path file = file(request.path());
        response.header("Content-Type", "application/octet-stream");
        if (way == FileWay.WHOLE) {
            response.body(Files.readAllBytes(file));
        } else {
            copy(file, response);
        }
    }

    private Path file(String path) {
        Path file = folder.resolve(path.substring(path.lastIndexOf('/') + 1));
        if (!Files.isRegularFile(file)) {
            throw new HttpException(404, "There is no such file.");
        }
        return file;
    }

    private static void copy(Path file, HttpResponse response) throws IOException {
        response.header("Content-Length", Long.toString(Files.size(file)));
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream in = Files.newInputStream(file);
                OutputStream out = response.bodyStream()) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
            }
        }
    }
}
