package comparison.harness.cli;

import comparison.harness.Fault;
import comparison.harness.metric.Metric;
import comparison.harness.record.Disk;
import comparison.harness.record.RunFolder;
import comparison.harness.report.History;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "history",
        description = "Shows one metric over all runs in results/ and results/published/.",
        mixinStandardHelpOptions = true)
final class HistoryCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Parameters(
            paramLabel = "METRIC",
            description = "throughput, startup, memory, cpu, p50, p90, p99, p99.9, max, or a figure of summary.json.")
    @SuppressWarnings("NullAway.Init") // required, so set by picocli before call()
    private String metric;

    @Option(names = "--variant", paramLabel = "ID", description = "Only this one.")
    private @Nullable String variant;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Also writes it as a page that needs nothing else, with a picture per variant.")
    private @Nullable Path html;

    @Override
    public Integer call() {
        Metric of = Metric.named(metric);
        PrintWriter out = spec.commandLine().getOut();
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
        History history = History.of(entries, of, variant);
        out.print(history.text());
        Path file = html;
        if (file != null) {
            Disk.write(file, history.page());
            out.println("page: " + file);
        }
        out.flush();
        return 0;
    }
}
