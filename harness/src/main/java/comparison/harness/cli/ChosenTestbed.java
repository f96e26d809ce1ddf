package comparison.harness.cli;

import comparison.harness.runtime.ProcessTestbed;
import comparison.harness.runtime.Testbed;

/**
 * Where a run takes place.
 *
 * @param testbed not prepared yet
 * @param reason why this one
 */
record ChosenTestbed(Testbed testbed, String reason) {

    static ChosenTestbed of(RunCommand.RuntimeChoice choice, Project project) {
        String name = "bench-" + ProcessHandle.current().pid();
        return new ChosenTestbed(new ProcessTestbed(project.path(), project.maven(), name), "asked for");
    }
}
