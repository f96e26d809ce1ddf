package comparison.harness.report;

import comparison.harness.raw.Environment;
import java.util.List;
import java.util.Locale;

/**
 * What a reader must know about the place of a run.
 *
 * @param environment of the run
 */
record Conditions(Environment environment) {

    List<String> lines() {
        Environment.Machine machine = environment.machine();
        return List.of(
                "runtime %s (%s)".formatted(environment.runtime(), environment.runtimeReason()),
                "limits: " + String.join("; ", environment.limits()),
                "memory is the highest anonymous memory under load; source: " + environment.memorySource(),
                "%s, flags %s".formatted(environment.jvm(), String.join(" ", environment.jvmFlags())),
                environment.database(),
                "client: " + environment.client(),
                String.format(
                        Locale.ROOT,
                        "%s, %s cores, %s GiB, %s, %s; load average before: %.2f",
                        machine.cpu(),
                        machine.cores(),
                        machine.memoryBytes() >> 30,
                        machine.kernel(),
                        machine.os(),
                        environment.loadAverageBefore()),
                "%s, commit %s".formatted(environment.startedAt(), environment.commit()));
    }
}
