package comparison.harness.cli;

import comparison.harness.Fault;
import comparison.harness.metric.Metric;
import comparison.harness.record.RunFolder;
import comparison.harness.report.History;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "history",
        description = "Shows one metric over all runs in results/ and results/published/.",
        mixinStandardHelpOptions = true)
final class HistoryCommand extends BenchCommand {

    @Parameters(
            paramLabel = "METRIC",
            description = "throughput, startup, memory, cpu, p50, p90, p99, p99.9, max, or a figure of summary.json.")
    @SuppressWarnings("NullAway.Init") // required, so set by picocli before call()
    private String metric;

    @Option(names = "--variant", paramLabel = "ID", description = "Only this one.")
    private @Nullable String variant;

    @Override
    public Integer call() {
        Metric of = Metric.named(metric);
        PrintWriter out = out();
        List<History.Entry> entries = new ArrayList<>();
        for (RunFolder run : Project.here().allRuns()) {
            try {
                if (Files.isRegularFile(run.summary())) {
                    entries.add(History.Entry.of(run));
                }
            } catch (Fault damaged) {
                out.println("left out: " + damaged.line());
            }
        }
        out.print(History.of(entries, of, variant).text());
        return 0;
    }
}
