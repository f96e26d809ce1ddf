package comparison.harness.load;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds the commands of the client and the stub as child processes, with the same classes, plan and settings as in the
 * container of {@code jmeter/Dockerfile}.
 *
 * @param jar JMeter's program, in the folder {@code bin} of its home
 * @param module the folder {@code jmeter/} of this project
 */
public record JMeter(Path jar, Path module) {

    /** A fixed heap makes the client the same for all loads. It is large enough to buffer results without waiting. */
    public static final List<String> JVM_FLAGS =
            List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC", "-Djava.awt.headless=true");

    /** Returns JMeter's version, which is part of the jar's name. */
    public String version() {
        return jar.getFileName().toString().replaceAll("ApacheJMeter-|\\.jar", "");
    }

    /**
     * Returns the command that starts the client, with {@link #JVM_FLAGS}.
     *
     * @param java the executable of the JVM
     */
    public List<String> client(Path java) {
        Path home = jar.toAbsolutePath().resolve("../..").normalize();
        List<String> command = new ArrayList<>(List.of(java.toString()));
        command.addAll(JVM_FLAGS);
        command.add("-Djmeter.home=" + home);
        command.addAll(List.of("-cp", classPath(home), "comparison.client.Client", home.toString()));
        command.add(module.resolve("user.properties").toString());
        return command;
    }

    private String classPath(Path home) {
        return String.join(
                File.pathSeparator,
                classes().toString(),
                jar.toString(),
                home.resolve("lib") + "/*",
                home.resolve("lib/ext") + "/*");
    }

    private Path classes() {
        return module.resolve("target/classes");
    }

    /** Returns the command that starts the stub on a free port, which the stub prints. */
    public List<String> stub(Path java, List<String> flags) {
        List<String> command = new ArrayList<>(List.of(java.toString()));
        command.addAll(flags);
        command.addAll(List.of("-cp", classes().toString(), "comparison.client.Stub", "0"));
        return command;
    }
}
