package comparison.harness.runtime;

import comparison.harness.raw.Environment;
import comparison.harness.raw.Json;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Builds images and remembers how long that took, by the image's digest: a build that finds everything in the cache makes
 * the same image, and its time would say nothing. An image of unknown origin is built again without the cache.
 */
final class ImageBuilds {

    private final Docker docker;
    private final Path memory;
    private final Map<String, Double> seconds;

    /** The file's form. */
    private record Memory(Map<String, Double> seconds) {}

    ImageBuilds(Docker docker, Path memory) {
        this.docker = docker;
        this.memory = memory;
        this.seconds = new TreeMap<>(
                Json.read(memory, Memory.class).map(Memory::seconds).orElse(Map.of()));
    }

    Environment.Image build(String service, Path log) {
        String image = name(service);
        docker.compose(log, "build", service);
        if (!seconds.containsKey(digest(image))) {
            long start = System.nanoTime();
            docker.compose(log, "build", "--no-cache", service);
            double took = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
            seconds.put(digest(image), took);
            Json.write(memory, new Memory(seconds));
        }
        String id = digest(image);
        @Nullable Double built = seconds.get(id);
        return new Environment.Image(
                id, built, Long.parseLong(docker.engine("image", "inspect", "--format", "{{.Size}}", id)));
    }

    private String name(String service) {
        return JsonMapper.shared()
                .readTree(docker.compose("config", "--format", "json"))
                .path("services")
                .path(service)
                .path("image")
                .asString();
    }

    private String digest(String image) {
        return docker.engine("image", "inspect", "--format", "{{.Id}}", image);
    }
}
