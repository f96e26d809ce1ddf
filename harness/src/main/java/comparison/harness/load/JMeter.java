package comparison.harness.load;

import comparison.harness.record.Disk;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * JMeter's client, with the same classes, plan and settings as in the container of {@code jmeter/Dockerfile}. JMeter
 * itself is in a folder that its Maven plugin names at random.
 */
record JMeter(Path project) implements ClientProgram {

    private static final Pattern HOME = Pattern.compile("\"jmeterDirectoryPath\":\"([^\"]+)\"");

    /** Installs JMeter only if its version is missing, because that takes minutes. */
    @Override
    public List<String> build() {
        return isInstalled() ? List.of("-pl", "jmeter", "compile") : List.of("-Pload", "-pl", "jmeter", "compile");
    }

    @Override
    public Path built() {
        return isInstalled() ? classes().resolve("comparison/client/Client.class") : jar();
    }

    @Override
    public List<String> main() {
        Path home = home();
        String classPath = String.join(
                File.pathSeparator,
                classes().toString(),
                jar().toString(),
                home.resolve("lib") + "/*",
                home.resolve("lib/ext") + "/*");
        String properties = project.resolve("jmeter/user.properties").toString();
        return List.of(
                "-Djmeter.home=" + home, "-cp", classPath, "comparison.client.Client", home.toString(), properties);
    }

    private boolean isInstalled() {
        return Files.isRegularFile(jar());
    }

    private Path jar() {
        return home().resolve("bin/ApacheJMeter-%s.jar".formatted(Engine.JMETER.version(project)));
    }

    /** Returns the folder that the plugin recorded, or one that does not exist. */
    private Path home() {
        Path target = project.resolve("jmeter/target");
        return Disk.lines(target.resolve("config.json")).stream()
                .flatMap(line -> HOME.matcher(line).results())
                .map(found -> Path.of(found.group(1)))
                .findFirst()
                .orElse(target.resolve("not-installed"));
    }

    private Path classes() {
        return project.resolve("jmeter/target/classes");
    }
}
