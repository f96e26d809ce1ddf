package comparison.harness.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Requests of one kind that arrive on a schedule, whether or not the server keeps up.
 *
 * @param label of the samples
 * @param stages one after the other
 */
public record Arrivals(String label, List<Stage> stages) {

    /**
     * How long the last requests may take after the end of the schedule, in s. JMeter then interrupts them. An
     * interrupted request is a failure, or it is missing, which makes the result invalid.
     */
    public static final int GRACE_SECONDS = 10;

    /**
     * A period in which the rate is constant or changes linearly.
     *
     * @param from arrivals per second at its beginning
     * @param to arrivals per second at its end
     * @param seconds its duration
     */
    public record Stage(double from, double to, double seconds) {

        static Stage pause(double seconds) {
            return new Stage(0, 0, seconds);
        }

        /** This number of arrivals, evenly spaced; Gatling's {@code rampUsers(n).during(d)}. */
        static Stage users(int arrivals, double seconds) {
            return constant(arrivals / seconds, seconds);
        }

        static Stage constant(double perSecond, double seconds) {
            return new Stage(perSecond, perSecond, seconds);
        }

        static Stage ramp(double from, double to, double seconds) {
            return new Stage(from, to, seconds);
        }

        /** Tells whether nothing arrives in it. */
        public boolean isPause() {
            return from == 0 && to == 0;
        }

        /** Computes how many requests arrive; a fraction is dropped, as JMeter does. */
        public int count() {
            return (int) ((from + to) / 2 * seconds);
        }

        /** Computes when an arrival, numbered from 0, is due, in s since the beginning of the stage. */
        double due(int number) {
            double acceleration = (to - from) / seconds;
            return acceleration == 0
                    ? number / from
                    : (Math.sqrt(from * from + 2 * acceleration * number) - from) / acceleration;
        }

        /** Describes the stage for readers. */
        public String inWords() {
            return from == to
                    ? "%s/s for %s s".formatted(number(from), number(seconds))
                    : "%s to %s/s in %s s".formatted(number(from), number(to), number(seconds));
        }

        private String schedule() {
            return isPause()
                    ? "pause(%s s)".formatted(number(seconds))
                    : "rate(%s/s) even_arrivals(%s s) rate(%s/s)".formatted(number(from), number(seconds), number(to));
        }
    }

    /** Multiplies the durations, rounded to whole ms, and keeps the rates. */
    Arrivals scaled(double scale) {
        return new Arrivals(
                label,
                stages.stream()
                        .map(stage -> new Stage(
                                stage.from(), stage.to(), Math.round(stage.seconds() * scale * 1000) / 1000.0))
                        .toList());
    }

    /** Writes the schedule in the language of JMeter's Open Model Thread Group. */
    public String schedule() {
        return stages.stream().map(Stage::schedule).collect(Collectors.joining(" ")) + " pause(" + GRACE_SECONDS
                + " s)";
    }

    /** Counts the arrivals of all stages. */
    public int count() {
        return stages.stream().mapToInt(Stage::count).sum();
    }

    /** Computes when each arrival is due, in ms since the schedule began. */
    public List<Double> dueMillis() {
        List<Double> due = new ArrayList<>();
        double begin = 0;
        for (Stage stage : stages) {
            for (int number = 0; number < stage.count(); number++) {
                due.add((begin + stage.due(number)) * 1000);
            }
            begin += stage.seconds();
        }
        return due;
    }

    /** Computes the duration of the schedule, in s. */
    double seconds() {
        return stages.stream().mapToDouble(Stage::seconds).sum();
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
