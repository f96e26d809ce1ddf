package comparison.harness.run;

import comparison.contract.ContractCheck;
import comparison.harness.Fault;
import comparison.harness.plan.Plan;
import comparison.harness.plan.Variant;
import comparison.harness.record.Json;
import comparison.harness.record.RunFolder;
import comparison.harness.record.RunFolder.InvocationFolder;
import comparison.harness.record.Work;
import comparison.harness.runtime.RunningVariant;
import comparison.harness.runtime.Testbed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Rejects variants that do not do the same work. A variant must keep the contract of what it serves, and its requests
 * must cause the same SQL statements, equally often. Variants on Spring Data use other statements: these are counted
 * and recorded, but not compared. The check uses a separate start, which also warms the page cache. The duration of
 * this start, with the cache as it was found, is recorded separately.
 */
final class Gate {

    /** Requests of each kind. PostgreSQL's JDBC driver prepares a statement on the server after five uses. */
    private static final int REQUESTS = 16;

    private final Plan plan;
    private final RunFolder run;
    private final Testbed testbed;

    Gate(Plan plan, RunFolder run, Testbed testbed) {
        this.plan = plan;
        this.run = run;
        this.testbed = testbed;
    }

    /**
     * Starts a variant and checks it.
     *
     * @throws Fault if it does not start, breaks the contract, or causes other SQL than the reference
     */
    void check(Variant variant) {
        InvocationFolder folder = run.discardedStart(variant.id());
        testbed.resetTable(plan.table());
        try (RunningVariant running = testbed.start(variant, folder.appLog())) {
            Json.write(folder.startup(), running.startup());
            // Drivers query the database's catalogue once per connection. The contract's requests trigger these queries
            // before the statements are counted; without a contract, an extra count does.
            variant.serves()
                    .contract()
                    .ifPresentOrElse(scope -> contract(running, scope, folder), () -> testbed.work(running, REQUESTS));
            work(variant, running, folder);
        }
    }

    private void contract(RunningVariant running, ContractCheck.Scope scope, InvocationFolder folder) {
        ContractCheck.Report report = testbed.check(running, scope);
        Json.write(folder.path().resolve("contract.json"), report);
        report.failures().stream().findFirst().ifPresent(first -> {
            throw Fault.broken("it breaks the contract in %d of %d points and is not measured. The first: %s"
                    .formatted(
                            report.failures().size(),
                            report.failures().size() + report.passed(),
                            first.toString().lines().findFirst().orElse("")));
        });
    }

    private void work(Variant variant, RunningVariant running, InvocationFolder folder) {
        Map<String, Map<String, Long>> calls = testbed.work(running, REQUESTS);
        Work reference = reference(variant).orElse(new Work(1, REQUESTS, calls, variant.id(), List.of()));
        List<String> differences = differences(calls, reference);
        Json.write(folder.work(), new Work(1, REQUESTS, calls, reference.reference(), differences));
        if (!variant.serves().agreedSql()) {
            return;
        }
        differences.stream().findFirst().ifPresent(first -> {
            throw Fault.broken("the database does not do the same work for it as for %s, and it is not measured: %s"
                    .formatted(reference.reference(), first));
        });
    }

    /** Returns the work of the first other variant of the plan that has been checked without differences. */
    private Optional<Work> reference(Variant variant) {
        return plan.variants().stream()
                .filter(other ->
                        !other.id().equals(variant.id()) && other.serves().agreedSql())
                .flatMap(other -> Json.read(run.discardedStart(other.id()).work(), Work.class).stream())
                .filter(work -> work.differences().isEmpty())
                .findFirst();
    }

    static List<String> differences(Map<String, Map<String, Long>> calls, Work reference) {
        List<String> differences = new ArrayList<>();
        new TreeMap<>(reference.calls()).forEach((kind, expected) -> {
            Map<String, Long> found = calls.getOrDefault(kind, Map.of());
            TreeSet<String> texts = new TreeSet<>(expected.keySet());
            texts.addAll(found.keySet());
            texts.stream()
                    .filter(text -> !found.getOrDefault(text, 0L).equals(expected.getOrDefault(text, 0L)))
                    .map(text -> "%d x %s executes '%s' %d times instead of %d"
                            .formatted(
                                    reference.requests(),
                                    kind,
                                    text,
                                    found.getOrDefault(text, 0L),
                                    expected.getOrDefault(text, 0L)))
                    .forEach(differences::add);
        });
        return differences;
    }
}
