package comparison.harness.cli;

import comparison.harness.Fault;
import comparison.harness.raw.Environment;
import comparison.harness.raw.Json;
import comparison.harness.raw.RunFolder;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a resumed run must have in common with its first session: two halves that were not made alike are no run. */
final class Resumption {

    private static final String DIRTY = "-dirty";

    private Resumption() {}

    /** Returns the number of the session that begins now. */
    static int next(RunFolder run) {
        int session = 1;
        while (Files.isRegularFile(run.environment(session))) {
            session++;
        }
        return session;
    }

    /**
     * Returns the runtime of the first session.
     *
     * @throws Fault of kind BAD_INPUT if another one is asked for
     */
    static RunCommand.RuntimeChoice runtime(RunFolder run, RunCommand.RuntimeChoice asked) {
        Optional<RunCommand.RuntimeChoice> first =
                environment(run).map(Environment::runtime).map(RunCommand.RuntimeChoice::named);
        if (asked != RunCommand.RuntimeChoice.AUTO && first.isPresent() && asked != first.get()) {
            throw Fault.badInput("%s was begun in the runtime %s and can't be resumed in another."
                    .formatted(run.path().getFileName(), first.get().name().toLowerCase(Locale.ROOT)));
        }
        return first.orElse(asked);
    }

    private static Optional<Environment> environment(RunFolder run) {
        return Json.read(run.environment(), Environment.class);
    }

    /**
     * Compares with the first session, if there was one. Returns what can't be verified, a line each.
     *
     * @throws Fault of kind BAD_INPUT if something is different
     */
    static List<String> verify(RunFolder run, Environment now) {
        return environment(run).map(first -> verify(first, now)).orElse(List.of());
    }

    private static List<String> verify(Environment first, Environment now) {
        same("commit", first.commit(), now.commit());
        same("JVM", first.jvm(), now.jvm());
        same("JVM flags", first.jvmFlags(), now.jvmFlags());
        same("client", first.client(), now.client());
        same("machine", first.machine(), now.machine());
        now.images().forEach((service, image) -> {
            Environment.Image before = first.images().get(service);
            if (before != null) {
                same("image of " + service, before.id(), image.id());
            }
        });
        List<String> doubts = new ArrayList<>();
        if (now.commit().endsWith(DIRTY)) {
            doubts.add(
                    "files were changed since commit %s: whether they are the same as in the first session is not verified"
                            .formatted(now.commit().replace(DIRTY, "")));
        }
        return doubts;
    }

    private static void same(String what, Object first, Object now) {
        if (!first.equals(now)) {
            throw Fault.badInput(
                    "The run can't be resumed: its %s was %s and is now %s. Restore it, or begin a new run."
                            .formatted(what, first, now));
        }
    }
}
