package comparison.harness.runtime;

import comparison.harness.record.Environment;
import comparison.harness.record.Json;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Builds images without cached layers, so that build times are comparable. Maven's downloads are still cached. An image
 * that was built here from the same inputs is reused by its digest. So a resumed run uses the images that it began
 * with, even if another build has moved the tag.
 */
final class ImageBuilds {

    private final Path memory;
    private final Map<String, Build> builds;

    /** An image's id and the duration of its build in seconds. */
    private record Build(String id, double seconds) {}

    /** Content of the file: builds by the digest of their inputs. */
    private record Memory(Map<String, Build> builds) {}

    ImageBuilds(Path memory) {
        this.memory = memory;
        this.builds = new TreeMap<>(
                Json.read(memory, Memory.class).map(Memory::builds).orElse(Map.of()));
    }

    /**
     * Returns the image of a service. Builds it first, unless an image of the same inputs exists. A service without
     * {@code build} uses an existing image.
     *
     * @param docker with the settings that the image is built with
     * @throws comparison.harness.Fault if the build fails
     */
    Environment.Image build(Docker docker, String service, Path log) {
        JsonNode resolved = JsonMapper.shared()
                .readTree(docker.compose("config", "--format", "json"))
                .path("services")
                .path(service);
        String image = resolved.path("image").asString();
        JsonNode build = resolved.path("build");
        if (build.isMissingNode()) {
            return Host.HERE.image(image, null);
        }
        String inputs = new ImageInputs(Path.of(build.path("context").asString()))
                .digest(build, base -> Host.HERE.imageId(base).orElse(""));
        Build known = builds.get(inputs);
        if (known == null || Host.HERE.imageId(known.id()).isEmpty()) {
            known = timed(docker, service, image, log);
            builds.put(inputs, known);
            Json.write(memory, new Memory(builds));
        }
        return Host.HERE.image(known.id(), known.seconds());
    }

    private static Build timed(Docker docker, String service, String image, Path log) {
        long start = System.nanoTime();
        docker.compose(log, "build", "--no-cache", service);
        double took = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
        return new Build(Host.HERE.image(image, took).id(), took);
    }
}
