package comparison.lab.noise;

import comparison.harness.Fault;
import comparison.harness.plan.Plan;
import comparison.harness.plan.Variant;
import comparison.harness.record.Bracket;
import comparison.harness.record.Invocation;
import comparison.harness.record.Json;
import comparison.harness.record.Load;
import comparison.harness.record.RunFolder;
import comparison.harness.record.RunFolder.InvocationFolder;
import comparison.harness.record.RunFolder.LoadFolder;
import comparison.harness.workload.Phase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hipparchus.stat.StatUtils;
import org.hipparchus.stat.correlation.PearsonsCorrelation;

/**
 * Reads a bank of starts. Starts that are missing, failed, or have a wrong answer are left out with their round.
 *
 * @param evidence per planted difference and way
 * @param neighbours correlation of the two servers of a duet over neighbouring windows, within starts; empty for single
 *     starts
 */
record Bank(List<Evidence> evidence, OptionalDouble neighbours) {

    private static final String FAULT = "FAULT";
    private static final String CPU_FAULT = "cpu:";

    /** Reads the files of a bank. */
    static Bank of(BankFolder folder) {
        return folder.kind() == BankFolder.Kind.DUET ? duets(folder) : single(folder);
    }

    /** Returns how much CPU time a variant takes compared with the base, by its settings. */
    static double planted(Variant variant) {
        String fault = variant.environment().getOrDefault(FAULT, "none");
        if (fault.equals("none")) {
            return 1;
        }
        if (!fault.startsWith(CPU_FAULT)) {
            throw Fault.badInput("%s has the fault %s, which is not one of CPU time.".formatted(variant.id(), fault));
        }
        return 1 + Double.parseDouble(fault.substring(CPU_FAULT.length()));
    }

    /**
     * One single start.
     *
     * @param cpu per request
     * @param canary CPU time of its work during the load
     * @param stub CPU time of client and stub per request, around the load
     * @param seconds of the start without the loads on the stub
     * @param stubSeconds of these loads
     */
    private record Start(
            double cpu, Optional<Double> canary, Optional<Double> stub, double seconds, double stubSeconds) {}

    private static Bank single(BankFolder folder) {
        Plan plan = folder.plan();
        List<Canary.Song> songs = songs(folder);
        List<Evidence> all = new ArrayList<>();
        List<Optional<Start>> base = starts(folder, plan, BankFolder.base(plan), songs);
        for (Variant variant : plan.variants().subList(1, plan.variants().size())) {
            List<Optional<Start>> others = starts(folder, plan, variant, songs);
            double planted = planted(variant);
            double seconds = mean(Stream.concat(base.stream(), others.stream()), Start::seconds);
            double calibrated = seconds + mean(Stream.concat(base.stream(), others.stream()), Start::stubSeconds);
            all.add(evidence(Way.PLAIN, planted, others, base, _ -> Optional.of(1.0), seconds));
            all.add(evidence(Way.CANARY, planted, others, base, Start::canary, seconds));
            all.add(evidence(Way.CALIBRATION, planted, others, base, Start::stub, calibrated));
        }
        return new Bank(all, OptionalDouble.empty());
    }

    private static Evidence evidence(
            Way way,
            double planted,
            List<Optional<Start>> others,
            List<Optional<Start>> base,
            Function<Start, Optional<Double>> covariate,
            double seconds) {
        List<Round> rounds = IntStream.range(0, base.size())
                .boxed()
                .flatMap(i -> others.get(i).stream()
                        .flatMap(a -> base
                                .get(i)
                                .flatMap(b -> covariate
                                        .apply(a)
                                        .flatMap(of -> covariate.apply(b).map(to -> new Round(a.cpu, b.cpu, of / to))))
                                .stream()))
                .toList();
        return new Evidence(way, planted, rounds, 2 * seconds, Evidence.TABLE * seconds);
    }

    private static List<Optional<Start>> starts(
            BankFolder folder, Plan plan, Variant variant, List<Canary.Song> songs) {
        return IntStream.rangeClosed(1, plan.invocations())
                .mapToObj(round -> start(folder.run().invocation(new Plan.Slot(variant.id(), round)), songs))
                .toList();
    }

    private static Optional<Start> start(InvocationFolder folder, List<Canary.Song> songs) {
        LoadFolder warm = folder.load(Phase.WARM);
        Optional<Bracket> bracket = Json.read(warm.stub(), Bracket.class);
        double stubSeconds =
                bracket.map(b -> b.before().seconds() + b.after().seconds()).orElse(0.0);
        return seconds(folder)
                .flatMap(seconds -> Json.read(warm.facts(), Load.class)
                        .flatMap(load -> cpu(load)
                                .map(cpu -> new Start(
                                        cpu,
                                        canary(load, songs),
                                        bracket.flatMap(Bank::stub),
                                        seconds - stubSeconds,
                                        stubSeconds))));
    }

    private static Optional<Double> seconds(InvocationFolder folder) {
        return Json.read(folder.outcome(), Invocation.class)
                .filter(Invocation::complete)
                .flatMap(outcome -> Optional.ofNullable(outcome.seconds()));
    }

    /** Returns the CPU time of the server per request, in ns; empty if a request failed or it is unknown. */
    private static Optional<Double> cpu(Load load) {
        Load.Sent sent = load.sent();
        Long nanos = load.cpu().serverNanos();
        return sent.errors() > 0 || sent.samples() == 0 || nanos == null || nanos == 0
                ? Optional.empty()
                : Optional.of(nanos / (double) sent.samples());
    }

    private static Optional<Double> canary(Load load, List<Canary.Song> songs) {
        long from = load.startedAtMillis();
        return geometricMean(songs.stream()
                .filter(song -> song.atMillis() >= from && song.atMillis() <= from + load.seconds() * 1000)
                .map(song -> (double) song.cpuNanos())
                .toList());
    }

    private static Optional<Double> stub(Bracket bracket) {
        return geometricMean(Stream.of(bracket.before(), bracket.after())
                .flatMap(stub -> stub.clientCpuMicrosPerRequest() == null || stub.stubCpuMicrosPerRequest() == null
                        ? Stream.empty()
                        : Stream.of(stub.clientCpuMicrosPerRequest() + stub.stubCpuMicrosPerRequest()))
                .toList());
    }

    private static List<Canary.Song> songs(BankFolder folder) {
        return folder.canaries().stream().flatMap(file -> songs(file).stream()).toList();
    }

    private static List<Canary.Song> songs(Path file) {
        try {
            return Canary.SERIES.read(file);
        } catch (IOException | IllegalArgumentException e) {
            throw Fault.broken("%s cannot be read: %s.".formatted(file, e.getMessage()), e);
        }
    }

    private static Bank duets(BankFolder folder) {
        Plan plan = folder.plan();
        String base = BankFolder.base(plan).id();
        List<Evidence> all = new ArrayList<>();
        List<Double> ours = new ArrayList<>();
        List<Double> theirs = new ArrayList<>();
        for (Variant variant : plan.variants().subList(1, plan.variants().size())) {
            RunFolder run = folder.duets(variant.id());
            List<Round> rounds = new ArrayList<>();
            List<Double> seconds = new ArrayList<>();
            for (int round = 1; round <= plan.invocations(); round++) {
                InvocationFolder one = run.invocation(new Plan.Slot(variant.id(), round));
                List<Double> values = windows(one);
                List<Double> bases = windows(run.invocation(new Plan.Slot(base, round)));
                Optional<Double> took = seconds(one);
                if (took.isPresent() && values.size() == DuetRun.WINDOWS && bases.size() == DuetRun.WINDOWS) {
                    double value = geometricMean(values).orElseThrow();
                    double other = geometricMean(bases).orElseThrow();
                    rounds.add(new Round(value, other, 1));
                    seconds.add(took.get());
                    values.forEach(window -> ours.add(Math.log(window / value)));
                    bases.forEach(window -> theirs.add(Math.log(window / other)));
                }
            }
            double each = seconds.stream().mapToDouble(s -> s).average().orElse(0);
            all.add(new Evidence(Way.DUET, planted(variant), rounds, each, (Evidence.TABLE - 1) * each));
        }
        return new Bank(all, correlation(ours, theirs));
    }

    private static List<Double> windows(InvocationFolder start) {
        return IntStream.rangeClosed(1, DuetRun.WINDOWS)
                .mapToObj(number -> Json.read(BankFolder.window(start, number).facts(), Load.class))
                .flatMap(load -> load.flatMap(Bank::cpu).stream())
                .toList();
    }

    private static OptionalDouble correlation(List<Double> ours, List<Double> theirs) {
        return ours.size() < 2
                ? OptionalDouble.empty()
                : OptionalDouble.of(new PearsonsCorrelation().correlation(array(ours), array(theirs)));
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(value -> value).toArray();
    }

    private static Optional<Double> geometricMean(List<Double> values) {
        return Optional.of(values).filter(some -> !some.isEmpty()).map(some -> StatUtils.geometricMean(array(some)));
    }

    private static double mean(Stream<Optional<Start>> starts, Function<Start, Double> of) {
        return starts.flatMap(Optional::stream).mapToDouble(of::apply).average().orElse(0);
    }
}
