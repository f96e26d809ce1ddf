package comparison.contract;

import java.util.List;
import java.util.Map;

/** Environment variables that add flags to every JVM started from a shell. */
public final class JvmOptions {

    private static final List<String> VARIABLES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private JvmOptions() {}

    /**
     * Removes these variables from the environment of a process. Their flags are not recorded, and they reach JVMs but
     * no native images. They may also be in an AOT cache but not in the process that uses it.
     */
    public static void removeFrom(Map<String, String> environment) {
        VARIABLES.forEach(environment::remove);
    }
}
