package comparison.harness.cli;

import comparison.harness.Fault;
import comparison.harness.plan.Limits;
import comparison.harness.plan.Plan;
import comparison.harness.process.AtEnd;
import comparison.harness.record.Disk;
import comparison.harness.record.Environment;
import comparison.harness.record.Json;
import comparison.harness.record.RunFolder;
import comparison.harness.record.RunLock;
import comparison.harness.report.Report;
import comparison.harness.report.Summary;
import comparison.harness.run.Estimate;
import comparison.harness.run.Experiment;
import comparison.harness.runtime.Leftovers;
import comparison.harness.runtime.Testbed;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Performs one run, from the choice of the runtime to the printed table. If it fails or is interrupted, everything that
 * was started is ended, and the figures so far are reported.
 */
record Session(Project project, Plan plan, Precision precision, PrintWriter out, ConsoleProgress progress) {

    /**
     * Measures and writes the report.
     *
     * @param resumed the run to complete; empty for a new run
     * @return the exit code
     * @throws Fault if the run cannot continue, or if a cell of its table has failures
     */
    int run(RunCommand.RuntimeChoice asked, Optional<RunFolder> resumed) {
        RunCommand.RuntimeChoice choice =
                resumed.map(run -> Resumption.runtime(run, asked)).orElse(asked);
        ChosenTestbed.require(choice);
        RunFolder run = resumed.orElseGet(this::newFolder);
        try (RunLock _ = RunLock.take(run)) {
            return run(choice, run);
        }
    }

    private int run(RunCommand.RuntimeChoice choice, RunFolder run) {
        Json.write(run.plan(), plan);
        ChosenTestbed chosen = progress.during(
                "building the images, output in " + run.path().resolve("build.log"),
                () -> ChosenTestbed.of(choice, project, run, plan));
        out.printf("runtime %s: %s%nresults in %s%n", chosen.testbed().id(), chosen.reason(), run.path());
        out.flush();
        return run(chosen, run);
    }

    /** Measures in a testbed. If it only fails to close, the run is complete and gets its report nevertheless. */
    int run(ChosenTestbed chosen, RunFolder run) {
        boolean measured = false;
        int exitCode = 0;
        AtEnd interrupted = AtEnd.run("interrupted", () -> interrupted(chosen.testbed(), run));
        try (Testbed testbed = chosen.testbed()) {
            measure(testbed, chosen.reason(), run);
            measured = true;
        } catch (RuntimeException e) {
            progress.parkIfEnding();
            Stream.of(e.getSuppressed()).forEach(also -> progress.say(String.valueOf(also.getMessage())));
            if (!measured || !(e instanceof Fault left)) {
                keptSoFar(run);
                throw e;
            }
            progress.say(left.line());
            exitCode = left.kind().exitCode();
        } finally {
            progress.parkIfEnding();
            interrupted.close();
        }
        finish(run);
        return exitCode;
    }

    private void measure(Testbed testbed, String reason, RunFolder run) {
        Path log = run.path().resolve("build.log");
        int left = Leftovers.remove().size();
        if (left > 0) {
            progress.say(left + " containers, networks, volumes and control groups of a killed run were removed");
        }
        progress.during("building what changed, starting the database; output in " + log, () -> {
            testbed.prepare(plan.variants(), log);
            return log;
        });
        settle(run);
        Environment environment = Surroundings.of(testbed, reason, project);
        int session = run.sessions().size() + 1;
        Resumption.verify(run, environment).forEach(progress::trouble);
        Json.write(run.environment(session), environment);
        new Experiment(
                        plan,
                        run,
                        session,
                        testbed,
                        progress,
                        done -> precision.more(done, run),
                        soFar -> provisional(run, soFar))
                .run();
        Json.read(run.plan(), Plan.class)
                .flatMap(carriedOut -> precision.outcome(carriedOut, run))
                .ifPresent(progress::trouble);
        progress.end();
    }

    /**
     * Waits until the machine is calm, before its load average is recorded. Otherwise the load of our own builds would
     * count as that of other programs.
     */
    private void settle(RunFolder run) {
        Duration whole = Estimate.of(plan, run, project.latest())
                .left(plan.variants().size(), Experiment.left(plan, run).size(), true);
        Duration limit = Settling.limit(whole);
        double calm = Surroundings.machine().mostLoad();
        var _ = progress.during(
                "waiting for a load average of at most %.1f, for %d s at most".formatted(calm, limit.toSeconds()),
                () -> Settling.await(Surroundings::loadAverage, calm, limit));
    }

    /** Prints provisional results after each round. */
    private void provisional(RunFolder run, Plan soFar) {
        progress.parkIfEnding();
        progress.end();
        int planned = Json.read(run.plan(), Plan.class).orElse(plan).invocations();
        out.printf(
                "%nprovisional, after %d of %d starts of each variant; only the verdicts of the last table count:%n%n",
                soFar.invocations(), planned);
        out.println(Report.provisional(run, soFar));
        out.flush();
    }

    private void finish(RunFolder run) {
        Summary summary = progress.during("writing the report", () -> Report.write(run));
        pointLatestTo(run);
        out.println();
        out.println(Report.text(run, summary));
        out.println("report: " + run.path().resolve("report.html"));
        out.flush();
        if (!summary.failures().isEmpty()) {
            throw Fault.broken("%d of the cells above cannot be trusted; the first: %s"
                    .formatted(failed(summary), summary.failures().get(0)));
        }
    }

    private static long failed(Summary summary) {
        return summary.cells().stream()
                .filter(cell -> !cell.failures().isEmpty())
                .count();
    }

    /** Writes a report of the invocations on disk. A failure to write it must not hide why the run ended. */
    private void keptSoFar(RunFolder run) {
        progress.end();
        try {
            Report.write(run);
            progress.say("what was measured so far: " + run.path().resolve("report.md"));
        } catch (Fault e) {
            progress.say("what was measured so far is in " + run.path());
        }
        progress.say("to go on: ./bench run --resume " + run.path().getFileName());
    }

    /** Handles SIGINT and SIGTERM: silences the measuring thread, ends everything, and reports the figures so far. */
    private void interrupted(Testbed testbed, RunFolder run) {
        progress.endNow();
        String end = "everything that was started has been ended";
        try {
            testbed.close();
        } catch (RuntimeException left) {
            end = left.getMessage() + " './bench clean' removes what is left.";
        }
        keptSoFar(run);
        progress.say("interrupted; " + end);
    }

    /** Creates a folder named after the time and the preset. Runs that begin in the same second get a number. */
    private RunFolder newFolder() {
        String stamp = Project.stamp();
        String name = stamp + "-" + plan.preset() + (plan.limits() == Limits.NONE ? "-no-limits" : "");
        Path folder = project.results().resolve(name);
        for (int number = 2; !made(folder); number++) {
            folder = project.results().resolve(name + "-" + number);
        }
        return new RunFolder(folder);
    }

    private boolean made(Path folder) {
        try {
            Files.createDirectories(project.results());
            Files.createDirectory(folder);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } catch (IOException e) {
            throw Fault.broken(
                    "Cannot make %s: %s. Is the disk full or read-only?".formatted(folder, e.getMessage()), e);
        }
    }

    /** Replaces the link atomically, so that readers never find it missing. */
    private void pointLatestTo(RunFolder run) {
        Path latest = project.results().resolve("latest");
        Path fresh =
                project.results().resolve(".latest-" + ProcessHandle.current().pid());
        Disk.attempt("link " + latest, () -> {
            Files.deleteIfExists(fresh);
            Path results = project.results().toRealPath();
            Files.createSymbolicLink(fresh, results.relativize(run.path().toRealPath()));
            Files.move(fresh, latest, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        });
    }
}
