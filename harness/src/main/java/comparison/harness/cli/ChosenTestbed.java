package comparison.harness.cli;

import comparison.harness.Fault;
import comparison.harness.plan.Variant;
import comparison.harness.raw.RunFolder;
import comparison.harness.runtime.DockerTestbed;
import comparison.harness.runtime.ProcessTestbed;
import comparison.harness.runtime.Testbed;
import java.util.List;
import java.util.Optional;

/**
 * Where a run takes place.
 *
 * @param testbed not prepared yet
 * @param reason why this one
 */
record ChosenTestbed(Testbed testbed, String reason) {

    /** Chooses as asked; {@code auto} takes docker where an engine answers and the images can be built. */
    static ChosenTestbed of(RunCommand.RuntimeChoice choice, Project project, RunFolder run, List<Variant> variants) {
        String name = "bench-" + ProcessHandle.current().pid();
        ProcessTestbed processes = new ProcessTestbed(project.path(), project.maven(), name);
        if (choice == RunCommand.RuntimeChoice.PROCESS) {
            return new ChosenTestbed(processes, "asked for");
        }
        Optional<String> obstacle = DockerTestbed.obstacle();
        DockerTestbed containers = new DockerTestbed(project.path(), name, run.path());
        if (choice == RunCommand.RuntimeChoice.DOCKER) {
            obstacle.ifPresent(why -> {
                throw Fault.missing("Runtime docker: " + why);
            });
            return new ChosenTestbed(containers, "asked for");
        }
        return obstacle.or(() -> unbuildable(containers, run, variants))
                .map(why -> new ChosenTestbed(processes, why))
                .orElseGet(() -> new ChosenTestbed(containers, "an engine answers and the images are built"));
    }

    private static Optional<String> unbuildable(DockerTestbed containers, RunFolder run, List<Variant> variants) {
        try {
            containers.build(variants, run.path().resolve("build.log"));
            return Optional.empty();
        } catch (Fault e) {
            return Optional.of(e.line());
        }
    }
}
