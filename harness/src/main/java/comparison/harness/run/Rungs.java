package comparison.harness.run;

import comparison.harness.load.LoadOrder;
import comparison.harness.plan.Goal;
import comparison.harness.raw.Disk;
import comparison.harness.raw.Json;
import comparison.harness.raw.Ladder;
import comparison.harness.raw.Ladder.Step;
import comparison.harness.raw.Load.Sent;
import comparison.harness.raw.RunFolder.InvocationFolder;
import comparison.harness.report.Latency;
import comparison.harness.runtime.RunningVariant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;

/** Takes one variant up the ladder of rates and writes each step. */
final class Rungs {

    private final WarmClient client;
    private final RunningVariant running;
    private final InvocationFolder folder;
    private final LoadOrder order;
    private final Goal goal;
    private final int seconds;
    private int number;

    Rungs(WarmClient client, RunningVariant running, InvocationFolder folder, LoadOrder order, Goal goal, int seconds) {
        this.client = client;
        this.running = running;
        this.folder = folder;
        this.order = order;
        this.goal = goal;
        this.seconds = seconds;
    }

    void climb() {
        Disk.attempt(
                "make " + folder.ladder().getParent(),
                () -> Files.createDirectories(folder.ladder().getParent()));
        List<Step> steps = new RateSearch(LoadOrder.Rate.MOST_PER_SECOND, this::step).run();
        OptionalDouble highest = RateSearch.highest(steps);
        Json.write(
                folder.ladder(),
                new Ladder(
                        1,
                        goal.text(),
                        seconds,
                        highest.isPresent() ? highest.getAsDouble() : null,
                        ended(steps, highest.orElse(0)),
                        steps));
    }

    private static String ended(List<Step> steps, double highest) {
        return steps.stream()
                .filter(step -> !step.kept() && step.perSecond() > highest)
                .min((a, b) -> Double.compare(a.perSecond(), b.perSecond()))
                .map(step -> "at %s/s %s".formatted(Math.round(step.perSecond()), step.missed()))
                .orElse("the client sends no more");
    }

    private Step step(double rate) {
        Path samples = folder.ladder().resolveSibling("step-%s.jtl".formatted(++number));
        Sent sent = client.load(running, order.open(new LoadOrder.Rate(rate, seconds)), samples);
        Path zipped = samples.resolveSibling(samples.getFileName() + ".gz");
        Disk.attempt("compress " + samples, () -> {
            Loads.zip(samples, zipped);
            Files.delete(samples);
        });
        long millis = Latency.percentileMillis(zipped, goal.percentile());
        String missed = sent.behind();
        if (sent.errors() > 0) {
            missed = "%s of %s requests failed".formatted(sent.errors(), sent.samples());
        } else if (missed == null && millis > goal.millis()) {
            missed = "it is %s ms".formatted(millis);
        }
        return new Step(rate, sent.samples(), sent.errors(), millis, missed);
    }
}
