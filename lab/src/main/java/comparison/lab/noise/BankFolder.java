package comparison.lab.noise;

import comparison.harness.Fault;
import comparison.harness.plan.Plan;
import comparison.harness.plan.Variant;
import comparison.harness.record.Json;
import comparison.harness.record.RunFolder;
import comparison.harness.record.RunFolder.LoadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The paths of a bank's files. A bank of single starts is the folder of a run, with loads on the stub around each warm
 * load and a canary per session. A bank of duets has the folder of a run for each pair, in which both variants have the
 * same number of starts.
 *
 * @param run the folder
 */
record BankFolder(RunFolder run) {

    /** Values of the option {@code --bank}. */
    enum Kind {
        SINGLE,
        DUET;

        /** The name of the preset in its plan. */
        String preset() {
            return "noise-" + id();
        }

        String id() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    BankFolder(Path path) {
        this(new RunFolder(path));
    }

    /**
     * Reads the plan.
     *
     * @throws Fault of kind BAD_INPUT if this is not a bank
     */
    Plan plan() {
        return Json.read(run.plan(), Plan.class)
                .filter(plan -> plan.preset().startsWith("noise-"))
                .orElseThrow(() -> Fault.badInput(
                        "%s is not a bank of starts. './bench noise collect' makes one.".formatted(run.path())));
    }

    Kind kind() {
        return plan().preset().equals(Kind.DUET.preset()) ? Kind.DUET : Kind.SINGLE;
    }

    /** The variant that all others are compared with. */
    static Variant base(Plan plan) {
        return plan.variants().getFirst();
    }

    /** What the canary of a session recorded, in the format of {@link Canary#SERIES}. */
    Path canary(int session) {
        return run.path().resolve("canary-%d.csv".formatted(session));
    }

    /** Lists what the canaries of all sessions recorded. */
    List<Path> canaries() {
        try (Stream<Path> files = Files.list(run.path())) {
            return files.filter(file -> file.getFileName().toString().matches("canary-\\d+\\.csv"))
                    .toList();
        } catch (IOException e) {
            throw Fault.broken("%s cannot be listed: %s.".formatted(run.path(), e.getMessage()), e);
        }
    }

    /** The duets of the base with another variant. */
    RunFolder duets(String variant) {
        return new RunFolder(run.path().resolve("duets").resolve(variant));
    }

    /** One window of load of a duet. */
    static LoadFolder window(RunFolder.InvocationFolder start, int number) {
        return new LoadFolder(start.path().resolve("window-" + number));
    }
}
