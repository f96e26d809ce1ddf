package comparison.contract;

import java.util.List;
import java.util.Map;

/** Variables by which a shell gives flags to every JVM that is started from it. */
public final class JvmOptions {

    private static final List<String> VARIABLES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private JvmOptions() {}

    /**
     * Takes them out of what a process is started with: such flags would be in no record, would reach JVMs but no native image, and
     * would be in an AOT cache but not in what is started with it.
     */
    public static void removeFrom(Map<String, String> environment) {
        VARIABLES.forEach(environment::remove);
    }
}
