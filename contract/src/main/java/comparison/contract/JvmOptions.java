package comparison.contract;

import java.util.List;
import java.util.Map;

/** Environment variables that add flags to every JVM started from a shell. */
public final class JvmOptions {

    private static final List<String> VARIABLES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private JvmOptions() {}

    /**
     * Removes these variables from the environment of a process. Their flags are not recorded, and they affect JVMs but
     * not native images. An AOT cache could also be recorded with flags that the process using it does not have.
     */
    public static void removeFrom(Map<String, String> environment) {
        VARIABLES.forEach(environment::remove);
    }
}
