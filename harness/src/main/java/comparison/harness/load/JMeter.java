package comparison.harness.load;

import comparison.harness.raw.RunFolder.LoadFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How JMeter is called: the same plan, settings and flags wherever it runs.
 *
 * @param jar the program
 * @param plans the folder {@code jmeter/} of this project
 */
public record JMeter(Path jar, Path plans) {

    /** A fixed heap, so that every load meets the same client; large enough for no result to be waited for. */
    public static final List<String> JVM_FLAGS =
            List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC", "-Djava.awt.headless=true");

    /** Returns the version, which is part of the program's name. */
    public String version() {
        return jar.getFileName().toString().replaceAll("ApacheJMeter-|\\.jar", "");
    }

    /** Returns the command that loads a server. */
    public List<String> command(Path java, String host, int port, LoadOrder order, LoadFolder folder) {
        List<String> command = new ArrayList<>();
        command.add(java.toString());
        command.addAll(JVM_FLAGS);
        command.addAll(List.of("-jar", jar.toString()));
        command.addAll(arguments(plans.toString(), folder.path().toString()));
        command.addAll(properties(host, port, order));
        return command;
    }

    /** Returns the arguments that name files: the plan and its settings in one folder, what it writes in another. */
    private static List<String> arguments(String plans, String results) {
        return List.of(
                "-n",
                "-q",
                plans + "/user.properties",
                "-t",
                plans + "/person-crud.jmx",
                "-l",
                results + "/samples.jtl",
                "-j",
                results + "/jmeter.log");
    }

    /** Returns the settings of the plan. */
    public static List<String> properties(String host, int port, LoadOrder order) {
        return List.of("-Jhost=" + host, "-Jport=" + port, "-Jthreads=" + order.threads(), "-Jloops=" + order.loops());
    }
}
