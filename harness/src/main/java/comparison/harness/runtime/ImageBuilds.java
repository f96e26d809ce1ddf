package comparison.harness.runtime;

import comparison.harness.record.Environment;
import comparison.harness.record.Json;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Builds images without cached layers, so that build times are comparable. Maven's downloads are still cached. An image
 * that was built here from the same inputs is reused by its digest. So a resumed run uses the images that it began
 * with, even if another build has moved the tag. One process builds at a time: the tag tells which image it built.
 */
final class ImageBuilds {

    private final Path project;
    private final Path memory;
    private final Map<String, Build> builds = new TreeMap<>();

    /** An image's id and the duration of its build in seconds. */
    private record Build(String id, double seconds) {}

    /** Content of the file: builds by the digest of their inputs. */
    private record Memory(Map<String, Build> builds) {}

    ImageBuilds(Path project) {
        this.project = project;
        this.memory = project.resolve("harness/target/images.json");
    }

    /**
     * Returns the image of a service. Builds it first, unless an image of the same inputs exists. A service without
     * {@code build} uses an existing image.
     *
     * @param compose with the settings that the image is built with
     * @throws comparison.harness.Fault if the build fails
     */
    Environment.Image build(Compose compose, String service, Path log) {
        JsonNode resolved = JsonMapper.shared()
                .readTree(compose.call("config", "--format", "json"))
                .path("services")
                .path(service);
        String image = resolved.path("image").asString();
        JsonNode build = resolved.path("build");
        if (build.isMissingNode()) {
            return Docker.image(image, null);
        }
        String inputs = new ImageInputs(Path.of(build.path("context").asString()))
                .digest(build, base -> Docker.imageId(base).orElse(""));
        BuildLock.during(project, () -> {
            Json.read(memory, Memory.class).map(Memory::builds).ifPresent(builds::putAll);
            Build known = builds.get(inputs);
            if (known == null || Docker.imageId(known.id()).isEmpty()) {
                builds.put(inputs, timed(compose, service, image, log));
                Json.write(memory, new Memory(builds));
            }
        });
        Build built = Objects.requireNonNull(builds.get(inputs));
        return Docker.image(built.id(), built.seconds());
    }

    private static Build timed(Compose compose, String service, String image, Path log) {
        long start = System.nanoTime();
        compose.call(log, "build", "--no-cache", service);
        double took = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
        return new Build(Docker.image(image, took).id(), took);
    }
}
