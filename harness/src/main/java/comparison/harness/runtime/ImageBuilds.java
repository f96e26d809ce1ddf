package comparison.harness.runtime;

import comparison.harness.raw.Environment;
import comparison.harness.raw.Json;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Builds images and remembers how long that took, by the image's digest: a build that finds everything in the cache makes
 * the same image, and its time would say nothing. An image that is not there, or whose time is not known, is built with no
 * layer in the cache; what Maven downloaded before is at hand all the same.
 */
final class ImageBuilds {

    private final Path memory;
    private final Map<String, Double> seconds;
    private final Map<String, Environment.Image> built = new HashMap<>();

    /** The file's form. */
    private record Memory(Map<String, Double> seconds) {}

    ImageBuilds(Path memory) {
        this.memory = memory;
        this.seconds = new TreeMap<>(
                Json.read(memory, Memory.class).map(Memory::seconds).orElse(Map.of()));
    }

    /**
     * Builds the image of a service.
     *
     * @param docker with the settings that the image is built with
     */
    Environment.Image build(Docker docker, String service, Path log) {
        String image = name(docker, service);
        Environment.Image known = built.get(image);
        if (known == null) {
            known = timed(docker, service, image, log);
            built.put(image, known);
        }
        return known;
    }

    private Environment.Image timed(Docker docker, String service, String image, Path log) {
        // An image that somebody else has built has no known time, so there is nothing to gain from the layers it left.
        if (find(docker, image).filter(seconds::containsKey).isPresent()) {
            docker.compose(log, "build", service);
        }
        if (find(docker, image).filter(seconds::containsKey).isEmpty()) {
            long start = System.nanoTime();
            docker.compose(log, "build", "--no-cache", service);
            double took = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
            seconds.put(digest(docker, image), took);
            Json.write(memory, new Memory(seconds));
        }
        String id = digest(docker, image);
        @Nullable Double took = seconds.get(id);
        return new Environment.Image(
                id, took, Long.parseLong(docker.engine("image", "inspect", "--format", "{{.Size}}", id)));
    }

    private static String name(Docker docker, String service) {
        return JsonMapper.shared()
                .readTree(docker.compose("config", "--format", "json"))
                .path("services")
                .path(service)
                .path("image")
                .asString();
    }

    private static Optional<String> find(Docker docker, String image) {
        return docker.engine("image", "ls", "--quiet", "--no-trunc", image)
                .lines()
                .findFirst();
    }

    private static String digest(Docker docker, String image) {
        return docker.engine("image", "inspect", "--format", "{{.Id}}", image);
    }
}
