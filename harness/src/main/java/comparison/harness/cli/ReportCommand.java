package comparison.harness.cli;

import comparison.harness.record.RunFolder;
import comparison.harness.report.Report;
import comparison.harness.report.Summary;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "report",
        description = "Computes the report of a run again from its raw files.",
        mixinStandardHelpOptions = true)
final class ReportCommand extends BenchCommand {

    @Parameters(paramLabel = "RUN", description = "Folder or name of a run, or 'latest'.")
    @SuppressWarnings("NullAway.Init") // required, so set by picocli before call()
    private String run;

    @Override
    public Integer call() {
        RunFolder folder = Project.here().run(run);
        PrintWriter out = out();
        Summary summary = new ConsoleProgress(out).during("writing the report", () -> Report.write(folder));
        out.println(Report.text(folder, summary));
        return summary.failures().isEmpty() ? 0 : 1;
    }
}
