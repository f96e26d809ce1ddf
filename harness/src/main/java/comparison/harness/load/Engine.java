package comparison.harness.load;

import comparison.harness.Fault;
import comparison.harness.Names;
import comparison.harness.record.Disk;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The load engines. All send the same loop and write samples in the same format. The id of an engine also names its
 * module of this project, and the property of {@code pom.xml} with its version.
 */
public enum Engine {
    /** Runs the plan that can also be opened in JMeter's GUI. */
    JMETER("JMeter"),
    /** Needs less CPU time per request; for cross-checks. */
    HYPERFOIL("Hyperfoil");

    private final String label;

    Engine(String label) {
        this.label = label;
    }

    /**
     * Finds an engine by its id.
     *
     * @throws Fault of kind BAD_INPUT if no engine has this id
     */
    public static Engine named(String id) {
        return Names.find("load engine", id, List.of(values()), Engine::id, "");
    }

    /** Returns the name on the command line and in files. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the client of this engine.
     *
     * @param project the folder of this project
     */
    public ClientProgram client(Path project) {
        return switch (this) {
            case JMETER -> new JMeter(project);
            case HYPERFOIL -> new Hyperfoil(project);
        };
    }

    /** Describes name, version and JVM flags of the client in one line. */
    public String described(Path project) {
        return "%s %s, %s"
                .formatted(
                        label,
                        version(project),
                        String.join(" ", client(project).flags()));
    }

    /** Returns the version in {@code pom.xml}, from which Maven builds the client in both runtimes. */
    String version(Path project) {
        Pattern property = Pattern.compile("<%1$s\\.version>(.+)</%1$s\\.version>".formatted(id()));
        return Disk.lines(project.resolve("pom.xml")).stream()
                .flatMap(line -> property.matcher(line).results())
                .map(found -> found.group(1))
                .findFirst()
                .orElse("of unknown version");
    }
}
