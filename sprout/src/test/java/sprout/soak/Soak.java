package sprout.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The main class of {@code .ci/soak}: attacks each mode, compares it with control runs, and writes a report. */
final class Soak {
    static final List<String> MODES = List.of("nio-virtual", "nio-platform", "hybrid-virtual", "hybrid-platform");

    /** With fewer requests, a single pause of the machine decides about the 99th percentile. */
    private static final int ENOUGH = 5000;

    private static final double MOST_SLOWER = 2;
    private static final long MIB = 1 << 20;

    private final String mode;
    private final Leg.Result attack;
    private final Leg.Result control;
    private final List<String> faults = new ArrayList<>();

    /**
     * Judges.
     *
     * @param mode such as nio-virtual
     * @param control before and after the attack
     */
    Soak(String mode, Leg.Result attack, Leg.Result control) {
        this.mode = mode;
        this.attack = attack;
        this.control = control;
        judge(attack, "");
        judge(control, " in the control runs");
        judgeSpeed();
        judgeGrowth();
    }

    /**
     * Soaks. Ends with code 1 if something is wrong.
     *
     * @param arguments minutes of the attack in each mode, then the modes, all by default; a control run of a quarter
     *     of that comes before it, and another one after it
     */
    public static void main(String[] arguments) throws Exception {
        Duration length = Duration.ofMillis((long) (Double.parseDouble(arguments[0]) * TimeUnit.MINUTES.toMillis(1)));
        List<String> modes = arguments.length > 1 ? List.of(arguments).subList(1, arguments.length) : MODES;
        if (!MODES.containsAll(modes)) {
            throw new IllegalArgumentException("modes are " + MODES);
        }
        Path folder = Files.createDirectories(Path.of("sprout/target/soak"));
        boolean fine = true;
        for (String mode : modes) {
            try {
                Leg.Result before = Leg.control(mode, length);
                Leg.Result attack = Leg.attack(mode, length);
                Leg.Result after = Leg.control(mode, length);
                Soak soak = new Soak(mode, attack, before.and(after));
                String report = soak.report("`.ci/soak " + String.join(" ", arguments) + "`");
                Files.writeString(folder.resolve(mode + ".md"), report);
                System.out.println(report);
                fine &= soak.faults().isEmpty();
            } catch (IOException e) {
                System.out.println("# Soak of " + mode + "\n\n- WRONG: it broke off: " + e + "\n");
                fine = false;
            }
        }
        System.exit(fine ? 0 : 1);
    }

    /** Returns what is wrong; empty if nothing is. */
    List<String> faults() {
        return List.copyOf(faults);
    }

    private void judge(Leg.Result leg, String which) {
        add(wrong(leg).map(Traffic.Sample::detail).toList(), "wrong answers" + which);
        add(failed(leg.outside()).map(Traffic.Sample::detail).toList(), "failures outside of outages" + which);
        add(leg.lost(), "acknowledged writes lost, or rows that nobody wrote" + which);
        add(leg.other(), "other faults" + which);
    }

    private void add(List<String> details, String what) {
        if (!details.isEmpty()) {
            faults.add(details.size() + " " + what + "; the first: "
                    + details.stream().limit(5).collect(Collectors.joining("; ")));
        }
    }

    private void judgeSpeed() {
        if (attack.outside().size() < ENOUGH || control.outside().size() < ENOUGH) {
            return;
        }
        double slower = percentile(attack.outside(), 0.99) / percentile(control.outside(), 0.99);
        if (slower > MOST_SLOWER) {
            faults.add(String.format(Locale.ROOT, "p99 outside of outages is %.1f times the control's", slower));
        }
    }

    private void judgeGrowth() {
        for (int i = 0; i < attack.before().size(); i++) {
            String server = i == 0 ? "clear text" : "TLS";
            Server.Reading before = attack.before().get(i);
            Server.Reading after = attack.after().get(i);
            grown(server + ": heap", before.heap(), after.heap(), 4 * MIB);
            grown(server + ": direct memory", before.direct(), after.direct(), 4 * MIB);
            grown(server + ": resident memory", before.resident(), after.resident(), 16 * MIB);
            grown(server + ": threads", before.threads(), after.threads(), 8);
            // The pool of database connections grows and shrinks by up to ten.
            grown(server + ": descriptors", before.descriptors(), after.descriptors(), 20);
        }
    }

    /** Allows a tenth, and a number beside it. */
    private void grown(String what, long before, long after, long allowance) {
        if (after > before + before / 10 + allowance) {
            faults.add(what + " grew from " + before + " to " + after);
        }
    }

    private static Stream<Traffic.Sample> wrong(Leg.Result leg) {
        return Stream.concat(leg.inside().stream(), leg.outside().stream())
                .filter(sample -> sample.outcome() == Traffic.Outcome.WRONG);
    }

    private static Stream<Traffic.Sample> failed(List<Traffic.Sample> samples) {
        return samples.stream().filter(sample -> sample.outcome() == Traffic.Outcome.FAILED);
    }

    /** Returns milliseconds; NaN if nothing was answered. */
    private static double percentile(List<Traffic.Sample> samples, double share) {
        long[] nanos = samples.stream()
                .filter(sample -> sample.outcome() == Traffic.Outcome.ANSWERED)
                .mapToLong(sample -> sample.end() - sample.due())
                .sorted()
                .toArray();
        return nanos.length == 0 ? Double.NaN : nanos[(int) Math.ceil(share * nanos.length) - 1] / 1e6;
    }

    private String report(String command) {
        StringBuilder text = new StringBuilder("# Soak of " + mode + "\n\n");
        text.append(faults.isEmpty() ? "Nothing is wrong.\n" : "");
        faults.forEach(fault -> text.append("- WRONG: ").append(fault).append('\n'));
        text.append("""

            Command: %s, commit %s, %s, %d processors. Each server has a heap of %d MiB and %d descriptors.
            Each figure is that of the server in clear text and of the one with TLS together, unless it says so.

            | Requests | Attack | Control |
            |---|---:|---:|
            """.formatted(
                        command,
                        System.getProperty("soak.commit", "unknown"),
                        Instant.now().truncatedTo(ChronoUnit.MINUTES),
                        Runtime.getRuntime().availableProcessors(),
                        Leg.HEAP_MIB,
                        Leg.DESCRIPTORS));
        row(text, "sent", leg -> leg.inside().size() + leg.outside().size());
        row(
                text,
                "answered",
                leg -> leg.inside().size()
                        + leg.outside().size()
                        - failed(leg.inside()).count()
                        - failed(leg.outside()).count()
                        - wrong(leg).count());
        row(text, "failed in outages", leg -> failed(leg.inside()).count());
        row(text, "failed outside", leg -> failed(leg.outside()).count());
        row(text, "wrong", leg -> wrong(leg).count());
        row(text, "writes acknowledged", Leg.Result::acknowledged);
        row(text, "writes lost", leg -> leg.lost().size());
        row(text, "lines of errors in the logs", leg -> leg.logged().size());
        times(text, "outside of outages", Leg.Result::outside);
        times(text, "in outages", Leg.Result::inside);
        text.append(String.format(
                Locale.ROOT, "| CPU of hostile clients (processors) | %.2f | %.2f |%n", attack.cpu(), control.cpu()));
        text.append("""

            | Held after GC | Heap (MiB) | Direct (MiB) | Resident (MiB) | Threads | Descriptors |
            |---|---:|---:|---:|---:|---:|
            """);
        for (int i = 0; i < attack.before().size(); i++) {
            String server = i == 0 ? "clear text" : "TLS";
            held(text, server + ", before", attack.before().get(i));
            held(text, server + ", after", attack.after().get(i));
        }
        Stream.concat(attack.logged().stream(), control.logged().stream())
                .findFirst()
                .ifPresent(line -> text.append("\nThe first error in the logs: `")
                        .append(line)
                        .append("`\n"));
        text.append("\nOutages of the attack: ")
                .append(attack.outages().stream()
                        .map(outage -> outage.what() + " " + TimeUnit.NANOSECONDS.toSeconds(outage.to() - outage.from())
                                + " s")
                        .collect(Collectors.joining(", ")))
                .append(".\n\nHostile connections: ")
                .append(attack.begun())
                .append("\n");
        return text.toString();
    }

    private void row(StringBuilder text, String title, ToLongFunction<Leg.Result> figure) {
        text.append("| %s | %d | %d |%n".formatted(title, figure.applyAsLong(attack), figure.applyAsLong(control)));
    }

    private interface Part {
        List<Traffic.Sample> of(Leg.Result leg);
    }

    private void times(StringBuilder text, String where, Part part) {
        for (double share : new double[] {0.5, 0.99, 1}) {
            text.append(String.format(
                    Locale.ROOT,
                    "| %s %s (ms) | %.1f | %.1f |%n",
                    share == 1 ? "slowest" : share == 0.5 ? "p50" : "p99",
                    where,
                    percentile(part.of(attack), share),
                    percentile(part.of(control), share)));
        }
    }

    private static void held(StringBuilder text, String title, Server.Reading held) {
        text.append(String.format(
                Locale.ROOT,
                "| %s | %.1f | %.1f | %.1f | %d | %d |%n",
                title,
                (double) held.heap() / MIB,
                (double) held.direct() / MIB,
                (double) held.resident() / MIB,
                held.threads(),
                held.descriptors()));
    }
}
