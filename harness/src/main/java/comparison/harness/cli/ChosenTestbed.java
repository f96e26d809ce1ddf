package comparison.harness.cli;

import comparison.harness.Fault;
import comparison.harness.load.Engine;
import comparison.harness.plan.Plan;
import comparison.harness.plan.Variant;
import comparison.harness.record.RunFolder;
import comparison.harness.run.Loads;
import comparison.harness.runtime.DockerTestbed;
import comparison.harness.runtime.Leftovers;
import comparison.harness.runtime.ProcessTestbed;
import comparison.harness.runtime.Testbed;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The testbed of a run, and why it was chosen.
 *
 * @param testbed not prepared yet
 * @param reason for the choice, for the report
 */
record ChosenTestbed(Testbed testbed, String reason) {

    /**
     * Verifies that the requested runtime is available, before a folder is created for the run.
     *
     * @throws Fault of kind MISSING if it is not
     */
    static void require(RunCommand.RuntimeChoice choice) {
        if (choice == RunCommand.RuntimeChoice.DOCKER) {
            DockerTestbed.obstacle().ifPresent(why -> {
                throw Fault.missing("Runtime docker: " + why);
            });
        }
    }

    /**
     * Chooses the requested testbed. {@code auto} chooses docker if an engine answers and the images can be built, else
     * process.
     */
    static ChosenTestbed of(RunCommand.RuntimeChoice choice, Project project, RunFolder run, Plan plan) {
        String name = Leftovers.name();
        Engine engine = Loads.order(plan).engine();
        Supplier<ProcessTestbed> processes =
                () -> new ProcessTestbed(project.path(), project.maven(), name, plan.limits(), engine);
        if (choice == RunCommand.RuntimeChoice.PROCESS) {
            return new ChosenTestbed(processes.get(), "asked for");
        }
        DockerTestbed containers = new DockerTestbed(project.path(), name, run.path(), plan.limits(), engine);
        if (choice == RunCommand.RuntimeChoice.DOCKER) {
            return new ChosenTestbed(containers, "asked for");
        }
        return DockerTestbed.obstacle()
                .or(() -> unbuildable(containers, run, plan.variants()))
                .map(why -> new ChosenTestbed(processes.get(), why))
                .orElseGet(() -> new ChosenTestbed(
                        containers,
                        "an engine answers and the images are built"
                                + containers.bases().map("; "::concat).orElse("")));
    }

    private static Optional<String> unbuildable(DockerTestbed containers, RunFolder run, List<Variant> variants) {
        try {
            containers.build(variants, run.path().resolve("build.log"));
            return Optional.empty();
        } catch (Fault e) {
            e.rethrowIfOfTheRun();
            return Optional.of(e.line());
        }
    }
}
