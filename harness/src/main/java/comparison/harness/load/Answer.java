package comparison.harness.load;

import comparison.harness.Fault;
import comparison.harness.record.Load.Sent;
import comparison.harness.workload.Rate;
import comparison.harness.workload.Workload;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes and reads the lines of the client's protocol, see comparison.client.Client. */
public final class Answer {

    private static final String DONE = "done";
    private static final int FIELDS = 8;

    private Answer() {}

    /**
     * Returns the line that orders a load, with file names as the client sees them. Fields are separated by tabs.
     *
     * @param plans folder of the plans
     * @param result file for the samples
     */
    public static String order(LoadOrder order, Target target, String plans, String result) {
        Stream<String> fixed = Stream.of(
                "plan=" + plans + "/" + order.workload().plan(),
                "result=" + result,
                "host=" + target.host(),
                "port=" + target.port());
        Stream<String> settings =
                order.workload().settings().entrySet().stream().map(e -> e.getKey() + "=" + e.getValue());
        return Stream.concat(fixed, settings).collect(Collectors.joining("\t"));
    }

    /**
     * Parses the line that reports the end of a load.
     *
     * @throws Fault if the load failed, or the line is malformed
     */
    public static Sent sent(String line, LoadOrder order) {
        String[] fields = line.split("\t", -1);
        if (!DONE.equals(fields[0]) || fields.length != FIELDS) {
            throw Fault.broken("the client says: " + line.replace('\t', ' '));
        }
        Rate rate = order.workload() instanceof Rate found ? found : null;
        boolean open = order.workload().open();
        return new Sent(
                order.engine().id(),
                open ? "open" : "closed",
                open ? null : order.threads(),
                Long.parseLong(fields[1]),
                Long.parseLong(fields[2]),
                Long.parseLong(fields[3]),
                Long.parseLong(fields[4]),
                Long.parseLong(fields[5]),
                rate == null ? null : rate.perSecond(),
                rate == null ? null : arrivalsPerSecond(fields) * Workload.OPERATIONS);
    }

    /** Returns the rate from the first arrival to the last; n arrivals have n - 1 gaps. */
    private static double arrivalsPerSecond(String[] fields) {
        long gaps = Long.parseLong(fields[6]) - 1;
        long millis = Long.parseLong(fields[7]) - Long.parseLong(fields[3]);
        return gaps * (double) TimeUnit.SECONDS.toMillis(1) / Math.max(1, millis);
    }
}
