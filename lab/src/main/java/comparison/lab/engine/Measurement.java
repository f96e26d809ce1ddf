package comparison.lab.engine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of one load; each is written to a separate JSON file.
 *
 * @param server its name
 * @param round from 1 on
 * @param shape of the load
 * @param count of the client; null if the client did not finish
 * @param userMicros CPU time of the server's process in user mode, from before the client's start to after its end
 * @param systemMicros CPU time in the kernel in that period
 * @param allocatedBytes by all Java threads of the server in that period
 * @param peakBytes largest resident set of the server until then (VmHWM)
 * @param failure why the server could not be measured; null if it could. With a failure, all figures are 0
 */
record Measurement(
        String server,
        int round,
        EnginePlan.Shape shape,
        Wrk.@Nullable Count count,
        long userMicros,
        long systemMicros,
        long allocatedBytes,
        long peakBytes,
        @Nullable String failure) {

    /** Records a load that could not be sent. */
    static Measurement failed(String server, int round, EnginePlan.Shape shape, String why) {
        return new Measurement(server, round, shape, null, 0, 0, 0, 0, why);
    }

    /** Returns the reasons not to trust the figures; empty if they can be trusted. */
    List<String> failures() {
        if (failure != null) {
            return List.of(failure);
        }
        if (count == null || count.requests() == 0) {
            return List.of("no request was answered");
        }
        List<String> failures = new ArrayList<>();
        addIf(count.badStatuses(), "answers were not 2xx", failures);
        addIf(count.socketErrors(), "socket errors", failures);
        addIf(count.timeouts(), "time-outs", failures);
        return failures;
    }

    private static void addIf(long number, String what, List<String> failures) {
        if (number > 0) {
            failures.add(number + " " + what);
        }
    }
}
