package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.record.Json;
import comparison.harness.record.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Small runs of every kind, each with its raw files as they were measured and with all that was reported of them then: the same
 * figures, tables and verdicts must come out of the raw files forever. Where a change is meant, {@code -Dgolden=write} writes what
 * is reported now, and the difference is reviewed.
 */
class GoldenReportsTest {

    private static final Path GOLDEN = Path.of("src/test/resources/golden");
    private static final double PRECISION = 1e-9;
    private static final Pattern DATA = Pattern.compile("<script id=\"data\"[^>]*>(.*?)</script>", Pattern.DOTALL);

    static List<Path> golden() throws IOException {
        try (Stream<Path> folders = Files.list(GOLDEN)) {
            return folders.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("golden")
    void reportsWhatItReportedThen(Path golden, @TempDir Path temporary) throws IOException {
        RunFolder run = copied(golden.resolve("run"), temporary);
        Map<String, String> now = reported(run);
        if ("write".equals(System.getProperty("golden"))) {
            write(golden.resolve("expected"), now);
        }
        Map<String, String> then = files(golden.resolve("expected"));
        assertThat(now.keySet()).isEqualTo(then.keySet());
        then.forEach((name, expected) -> {
            if (name.endsWith(".json")) {
                assertSame(
                        name,
                        JsonMapper.shared().readTree(expected),
                        JsonMapper.shared().readTree(now.get(name)));
            } else {
                assertThat(now.get(name)).as(name).isEqualTo(expected);
            }
        });
    }

    /** What people and programs read of a run: the page without its looks, and apart from it what its script draws. */
    private static Map<String, String> reported(RunFolder run) throws IOException {
        Summary summary = Report.write(run);
        Map<String, String> all = new TreeMap<>(files(run.path()));
        all.keySet()
                .removeIf(name -> !name.matches("summary\\.json|simulations\\.json|report\\.(md|html)|figures\\.csv"));
        String page = String.valueOf(all.remove("report.html"));
        Matcher data = DATA.matcher(page);
        if (data.find()) {
            all.put("page.json", data.group(1));
        }
        all.put("page.txt", text(page));
        all.put("terminal.txt", Report.text(run, summary));
        return all;
    }

    private static String text(String page) {
        return page.replaceAll("(?s)<(script|style)\\b.*?</\\1>", "")
                .replaceAll("<[^>]*>", "\n")
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .reduce("", (before, line) -> before + line + "\n");
    }

    /** Figures may differ in the last digits: sums in another order do. */
    private static void assertSame(String where, JsonNode then, JsonNode now) {
        if (then.isNumber() && now.isNumber()) {
            double expected = then.asDouble();
            double allowed = Math.abs(expected) * PRECISION;
            assertThat(Math.abs(now.asDouble() - expected))
                    .as("%s: %s then, %s now", where, then, now)
                    .isLessThanOrEqualTo(allowed);
        } else if (then.isObject() && now.isObject()) {
            assertThat(now.propertyNames()).as(where).containsExactlyInAnyOrderElementsOf(then.propertyNames());
            then.properties()
                    .forEach(property -> assertSame(
                            where + "/" + property.getKey(), property.getValue(), now.path(property.getKey())));
        } else if (then.isArray() && now.isArray()) {
            assertThat(now.size()).as(where).isEqualTo(then.size());
            Iterator<JsonNode> elements = now.iterator();
            int index = 0;
            for (JsonNode element : then) {
                assertSame(where + "/" + index++, element, elements.next());
            }
        } else {
            assertThat(now).as(where).isEqualTo(then);
        }
    }

    private static RunFolder copied(Path from, Path to) throws IOException {
        Path only;
        try (Stream<Path> folders = Files.list(from)) {
            only = folders.findFirst().orElseThrow();
        }
        Path target = to.resolve(only.getFileName());
        try (Stream<Path> files = Files.walk(only)) {
            for (Path file : files.toList()) {
                Files.copy(file, target.resolve(only.relativize(file)));
            }
        }
        return new RunFolder(target);
    }

    private static void write(Path folder, Map<String, String> texts) throws IOException {
        Files.createDirectories(folder);
        for (Map.Entry<String, String> text : texts.entrySet()) {
            Path file = folder.resolve(text.getKey());
            if (text.getKey().matches("(summary|simulations)\\.json")) {
                Json.write(file, JsonMapper.shared().readTree(text.getValue())); // in lines, to be reviewed
            } else {
                Files.writeString(file, text.getValue());
            }
        }
    }

    private static Map<String, String> files(Path folder) throws IOException {
        Map<String, String> texts = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                texts.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        return texts;
    }
}
