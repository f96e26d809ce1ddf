package comparison.lab.profile;

import comparison.harness.report.Warning;
import comparison.lab.study.Finding;
import comparison.lab.study.Subject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one variant after it was profiled; {@code profile.json} in its folder.
 *
 * @param schemaVersion version of this record's JSON form
 * @param variant id
 * @param events that could be sampled
 * @param requests of the profiled load; those of the load before it were as many
 * @param errors among them
 * @param seconds that the profiled load took
 * @param serverCpuMicros processor time of the server per request, profilers included; null where it cannot be read
 * @param sections what was found
 * @param warnings what could not be done
 */
record Profile(
        int schemaVersion,
        String variant,
        List<Event> events,
        long requests,
        long errors,
        double seconds,
        @Nullable Double serverCpuMicros,
        List<Finding> sections,
        List<Warning> warnings) {

    static final int SCHEMA_VERSION = 1;

    /** Complains if requests failed: the report then shows a server that answers wrongly. */
    static void requireAnswers(List<Profile> all) {
        Subject.requireAnswers(
                all.stream().mapToLong(Profile::errors).sum(),
                all.stream().mapToLong(Profile::requests).sum());
    }
}
