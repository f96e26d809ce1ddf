package comparison.harness.runtime;

import comparison.harness.process.Logs;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the start-up time that an application logs, such as "Started Application in 2.5 seconds" of Spring Boot. */
final class OwnFigure {

    private static final Pattern STARTED = Pattern.compile("Started \\S+ in (\\d+(?:\\.\\d+)?) (seconds|s|ms)\\b");
    private static final double MILLIS_PER_SECOND = 1000;

    private OwnFigure() {}

    /** Returns the start-up time in seconds, or null if the log has none. */
    static @Nullable Double in(Path log) {
        return STARTED.matcher(Logs.beginning(log))
                .results()
                .map(OwnFigure::seconds)
                .findFirst()
                .orElse(null);
    }

    private static double seconds(MatchResult match) {
        double figure = Double.parseDouble(match.group(1));
        return "ms".equals(match.group(2)) ? figure / MILLIS_PER_SECOND : figure;
    }
}
