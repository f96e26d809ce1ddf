package comparison.lab.profile;

import comparison.harness.report.Warning;
import comparison.lab.study.Finding;
import comparison.lab.study.Subject;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of profiling one variant; written as {@code profile.json} in its folder.
 *
 * @param schemaVersion version of this record's JSON form
 * @param variant id
 * @param events that could be sampled
 * @param requests of the profiled load; the load before it had as many
 * @param errors among them
 * @param seconds that the profiled load took
 * @param serverCpuMicros CPU time of the server per request, profilers included; null if it cannot be read
 * @param shares percent of the samples of processor time by concern, for each grouping of {@link Concerns}; empty if it
 *     was not sampled
 * @param sections the findings
 * @param warnings about what could not be done
 */
record Profile(
        int schemaVersion,
        String variant,
        List<Event> events,
        long requests,
        long errors,
        double seconds,
        @Nullable Double serverCpuMicros,
        Map<String, Map<String, Double>> shares,
        List<Finding> sections,
        List<Warning> warnings) {

    static final int SCHEMA_VERSION = 1;

    /**
     * Verifies that all requests succeeded. Otherwise the report shows a server that does not work.
     *
     * @throws comparison.harness.Fault of kind BROKEN if requests failed
     */
    static void requireAnswers(List<Profile> all) {
        Subject.requireAnswers(
                all.stream().mapToLong(Profile::errors).sum(),
                all.stream().mapToLong(Profile::requests).sum());
    }
}
