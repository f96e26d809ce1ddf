package comparison.harness.cli;

import comparison.harness.Fault;
import comparison.harness.plan.Plan;
import comparison.harness.record.Environment;
import comparison.harness.record.Json;
import comparison.harness.record.RunFolder;
import comparison.harness.record.RunLock;
import comparison.harness.run.Experiment;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Verifies that a resumed run has the same conditions as its first session. Otherwise its halves would not be
 * comparable.
 */
final class Resumption {

    private static final String DIRTY = "-dirty";

    private Resumption() {}

    /**
     * Finds a run by name or folder. {@code latest} is the newest run of this clone that is incomplete and not being
     * measured.
     *
     * @throws Fault of kind BAD_INPUT if there is no such run, or if it is published: a published run has no raw files
     *     to add to
     */
    static RunFolder run(Project project, String name) {
        if (!name.equals("latest")) {
            return unpublished(project, project.run(name));
        }
        return project.runs().reversed().stream()
                .filter(Resumption::lacksSomething)
                .findFirst()
                .orElseThrow(() -> Fault.badInput("No run of this clone was interrupted: there is nothing to resume."));
    }

    private static RunFolder unpublished(Project project, RunFolder run) {
        if (project.isPublished(run)) {
            throw Fault.badInput("%s is published and holds no raw files, so it can't be resumed. Begin a new run."
                    .formatted(run.path().getFileName()));
        }
        return run;
    }

    /** Returns whether a run was interrupted before its end and is not being measured. */
    static boolean lacksSomething(RunFolder run) {
        try {
            Optional<Plan> plan = Json.read(run.plan(), Plan.class);
            return plan.filter(known -> !Experiment.left(known, run).isEmpty()).isPresent() && !RunLock.isTaken(run);
        } catch (Fault unreadable) {
            return false;
        }
    }

    /**
     * Returns the plan of an interrupted run, after all checks that need no build.
     *
     * @param more whether starts may be added to those of the plan
     * @param anyway whether the project may have changed since
     * @throws Fault of kind BAD_INPUT if the run cannot be resumed, or is complete
     */
    static Plan plan(RunFolder run, Project project, boolean more, boolean anyway) {
        Plan plan = run.planned();
        String name = run.path().getFileName().toString();
        if (plan.schemaVersion() != Plan.SCHEMA_VERSION) {
            throw Fault.badInput(
                    "%s was begun with another version (schema %d, now %d) and can't be resumed. Begin a new run."
                            .formatted(name, plan.schemaVersion(), Plan.SCHEMA_VERSION));
        }
        if (!more && Experiment.left(plan, run).isEmpty()) {
            throw Fault.badInput(
                    "%s lacks nothing: all its %d fresh starts are measured. './bench report %s' writes its report again, --precision adds starts."
                            .formatted(name, plan.order().size(), name));
        }
        environment(run).ifPresent(first -> {
            String commit = Surroundings.commit(project.path());
            if (!anyway && !first.commit().equals(commit)) {
                throw Fault.badInput(
                        "The run can't be resumed: its commit was %s and is now %s. Restore it, begin a new run, or resume it with --anyway: the report names both."
                                .formatted(first.commit(), commit));
            }
            refuse(Surroundings.machine().differencesFrom(first.machine()));
        });
        return plan;
    }

    /**
     * Returns the runtime of the first session, or the requested one if there was none.
     *
     * @throws Fault of kind BAD_INPUT if another one is requested
     */
    static RunCommand.RuntimeChoice runtime(RunFolder run, RunCommand.RuntimeChoice asked) {
        Optional<RunCommand.RuntimeChoice> first =
                environment(run).map(Environment::runtime).map(RunCommand.RuntimeChoice::named);
        if (asked != RunCommand.RuntimeChoice.AUTO && first.isPresent() && asked != first.get()) {
            throw Fault.badInput(
                    "%s was begun in the runtime %s and can't be resumed in another. Leave out --runtime, or begin a new run."
                            .formatted(
                                    run.path().getFileName(), first.get().name().toLowerCase(Locale.ROOT)));
        }
        return first.orElse(asked);
    }

    private static Optional<Environment> environment(RunFolder run) {
        return Json.read(run.environment(), Environment.class);
    }

    /**
     * Compares the testbed with that of the first session, if there was one.
     *
     * @return conditions that cannot be verified, one per line
     * @throws Fault of kind BAD_INPUT if a condition differs
     */
    static List<String> verify(RunFolder run, Environment now) {
        return environment(run).map(first -> verify(first, now)).orElse(List.of());
    }

    private static void refuse(List<Environment.Difference> differences) {
        differences.stream().findFirst().ifPresent(difference -> {
            throw difference.refusal();
        });
    }

    private static List<String> verify(Environment first, Environment now) {
        refuse(now.differencesFrom(first));
        if (now.commit().equals(Surroundings.UNKNOWN)) {
            return List.of(
                    "this folder is not a clone of the repository: whether its files are the same as in the first session is not verified");
        }
        return now.commit().endsWith(DIRTY)
                ? List.of(
                        "files were changed since commit %s: whether they are the same as in the first session is not verified"
                                .formatted(now.commit().replace(DIRTY, "")))
                : List.of();
    }
}
