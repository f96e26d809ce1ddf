package comparison.harness.report;

import comparison.harness.record.Disk;
import comparison.harness.record.Json;
import comparison.harness.record.RunFolder;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import tools.jackson.databind.JsonNode;

/**
 * Exports what a run knows of its gate, its clients, starts and loads as one small file: the JSON files below its folder,
 * one per line. In one stream, files that are alike need a fifth of what they need in an archive of single ones.
 */
public final class RawFacts {

    private record Fact(String file, JsonNode content) {}

    private RawFacts() {}

    /**
     * Writes all JSON files.
     *
     * @param others names of those in the run's folder that are left out
     */
    public static void write(RunFolder run, Path file, Collection<String> others) {
        Disk.attempt("write " + file, () -> {
            try (Stream<Path> all = Files.walk(run.path());
                    Writer lines = new OutputStreamWriter(
                            new GZIPOutputStream(Files.newOutputStream(file)), StandardCharsets.UTF_8)) {
                for (Path json : all.filter(each -> isRaw(run.path(), each, others))
                        .sorted()
                        .toList()) {
                    String name = run.path().relativize(json).toString();
                    JsonNode content = Json.read(json, JsonNode.class).orElseThrow();
                    lines.write(Json.compact(new Fact(name, content)) + "\n");
                }
            }
        });
    }

    private static boolean isRaw(Path run, Path file, Collection<String> others) {
        String name = run.relativize(file).toString();
        return name.endsWith(".json") && !others.contains(name);
    }
}
