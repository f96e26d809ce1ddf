package comparison.harness.run;

import comparison.contract.ContractCheck;
import comparison.harness.Fault;
import comparison.harness.load.LoadOrder;
import comparison.harness.plan.Plan;
import comparison.harness.plan.Scenario;
import comparison.harness.plan.Variant;
import comparison.harness.probe.Sampler;
import comparison.harness.raw.Disk;
import comparison.harness.raw.Invocation;
import comparison.harness.raw.Json;
import comparison.harness.raw.Load;
import comparison.harness.raw.RunFolder;
import comparison.harness.raw.RunFolder.InvocationFolder;
import comparison.harness.raw.RunFolder.LoadFolder;
import comparison.harness.runtime.RunningVariant;
import comparison.harness.runtime.Testbed;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;

/**
 * Carries a plan out in a prepared testbed. A variant that fails is noted and the others go on; what touches all of them,
 * such as a full disk or a lost database, ends the run.
 */
public final class Experiment {

    /** Long enough for a few readings of memory at rest, short enough that the server stays cold. */
    private static final Duration REST = Duration.ofSeconds(1);

    /** Between the discarded and the measured load: collectors and compilers finish what they began. */
    private static final Duration SETTLING = Duration.ofSeconds(3);

    private final Plan plan;
    private final RunFolder run;
    private final Testbed testbed;
    private final Progress progress;
    private final Map<String, String> unfit = new LinkedHashMap<>();
    private int done;

    /** Makes an experiment; nothing is started yet. */
    public Experiment(Plan plan, RunFolder run, Testbed testbed, Progress progress) {
        this.plan = plan;
        this.run = run;
        this.testbed = testbed;
        this.progress = progress;
    }

    /** Runs all invocations. */
    public void run() {
        plan.variants().forEach(this::discardedStart);
        plan.order().forEach(this::invocation);
    }

    private void step(String what) {
        int perInvocation = 1 + plan.loadsPerInvocation();
        progress.step(what, done++, plan.variants().size() + plan.order().size() * perInvocation);
    }

    /** One start that warms the page cache and shows that the variant does what is measured; no figure is taken from it. */
    private void discardedStart(Variant variant) {
        step(variant.id() + ": discarded start and contract");
        try (RunningVariant running =
                testbed.start(variant, run.discardedStart(variant.id()).appLog())) {
            ContractCheck.Report report = testbed.check(running);
            Json.write(run.discardedStart(variant.id()).path().resolve("contract.json"), report);
            report.failures().stream().findFirst().ifPresent(first -> {
                throw Fault.broken("it breaks the contract in %d of %d points and is not measured. The first: %s"
                        .formatted(
                                report.failures().size(),
                                report.failures().size() + report.passed(),
                                first.toString().lines().findFirst().orElse("")));
            });
        } catch (Fault fault) {
            unfit.put(variant.id(), fault.line());
            trouble(variant.id(), fault);
        }
    }

    private void trouble(String variant, Fault fault) {
        progress.trouble(variant + ": " + fault.line());
        testbed.rows();
    }

    private void invocation(Plan.Slot slot) {
        InvocationFolder folder = run.invocation(slot);
        Optional<String> failure = Optional.ofNullable(unfit.get(slot.variant()));
        if (failure.isEmpty()) {
            failure = measured(slot, folder);
        } else {
            done += 1 + plan.loadsPerInvocation();
        }
        Json.write(folder.outcome(), new Invocation(failure.isEmpty(), failure.orElse(null)));
    }

    private Optional<String> measured(Plan.Slot slot, InvocationFolder folder) {
        int before = done;
        try {
            measure(slot, folder);
            return Optional.empty();
        } catch (Fault fault) {
            done = before + 1 + plan.loadsPerInvocation();
            trouble(slot.variant(), fault);
            return Optional.of(fault.line());
        }
    }

    private void measure(Plan.Slot slot, InvocationFolder folder) {
        String name = slot.variant() + " #" + slot.invocation();
        step(name + ": start");
        testbed.resetTable();
        try (RunningVariant running = testbed.start(plan.variant(slot.variant()), folder.appLog())) {
            Json.write(folder.startup(), running.startup());
            try (Sampler _ = new Sampler(running.meter(), folder.atRest())) {
                pause(REST);
            }
            step(name + ": cold load");
            load(running, folder.load(Scenario.COLD), firstUse());
            if (plan.loadsPerInvocation() > 1) {
                pause(SETTLING);
                step(name + ": warm load");
                load(running, folder.load(Scenario.WARM), "figures of the warm row");
            }
        }
    }

    private String firstUse() {
        String discarded = "discarded first load of the warm row";
        if (plan.loadsPerInvocation() == 1) {
            return "figures of the cold row";
        }
        return plan.scenarios().contains(Scenario.COLD) ? "figures of the cold row; " + discarded : discarded;
    }

    private void load(RunningVariant running, LoadFolder folder, String use) {
        Disk.attempt("make " + folder.path(), () -> Files.createDirectories(folder.path()));
        Instant start = Instant.now();
        try (Sampler _ = new Sampler(running.meter(), folder.resources("server"));
                Sampler _ = new Sampler(testbed.databaseMeter(), folder.resources("database"))) {
            testbed.load(running, new LoadOrder(plan.threads(), plan.loops()), folder);
        } finally {
            compress(folder);
        }
        double seconds = Duration.between(start, Instant.now()).toMillis() / (double) TimeUnit.SECONDS.toMillis(1);
        Json.write(folder.facts(), new Load(use, start.toString(), seconds, testbed.rows()));
    }

    private static void compress(LoadFolder folder) {
        if (Files.isRegularFile(folder.liveSamples())) {
            Disk.attempt("compress " + folder.liveSamples(), () -> {
                // JMeter makes the file before it has something to write; one that was ended then has no samples.
                if (Files.size(folder.liveSamples()) > 0) {
                    zip(folder.liveSamples(), folder.samples());
                }
                Files.delete(folder.liveSamples());
            });
        }
    }

    private static void zip(Path file, Path zippedFile) throws IOException {
        try (InputStream raw = Files.newInputStream(file);
                OutputStream zipped = new GZIPOutputStream(Files.newOutputStream(zippedFile))) {
            raw.transferTo(zipped);
        }
    }

    private static void pause(Duration duration) {
        try {
            Thread.sleep(duration);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Fault.broken("The run was interrupted.", e);
        }
    }
}
