package comparison.harness;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Dependencies between the packages point one way: the command line runs, running measures, and a report reads what was written. */
@AnalyzeClasses(packages = "comparison.harness", importOptions = DoNotIncludeTests.class)
final class DependencyRulesTest {
    @ArchTest
    static final ArchRule packagesKnowOnlyThoseBelowThem = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("metric")
            .definedBy("comparison.harness.metric..")
            .layer("stats")
            .definedBy("comparison.harness.stats..")
            .layer("process")
            .definedBy("comparison.harness.process..")
            .layer("workload")
            .definedBy("comparison.harness.workload..")
            .layer("plan")
            .definedBy("comparison.harness.plan..")
            .layer("record")
            .definedBy("comparison.harness.record..")
            .layer("probe")
            .definedBy("comparison.harness.probe..")
            .layer("load")
            .definedBy("comparison.harness.load..")
            .layer("runtime")
            .definedBy("comparison.harness.runtime..")
            .layer("run")
            .definedBy("comparison.harness.run..")
            .layer("report")
            .definedBy("comparison.harness.report..")
            .layer("cli")
            .definedBy("comparison.harness.cli..")
            .whereLayer("metric")
            .mayNotAccessAnyLayer()
            .whereLayer("stats")
            .mayNotAccessAnyLayer()
            .whereLayer("process")
            .mayNotAccessAnyLayer()
            .whereLayer("workload")
            .mayOnlyAccessLayers("metric")
            .whereLayer("plan")
            .mayOnlyAccessLayers("workload", "metric")
            .whereLayer("record")
            .mayOnlyAccessLayers("plan", "workload", "metric")
            .whereLayer("probe")
            .mayOnlyAccessLayers("record", "metric")
            .whereLayer("load")
            .mayOnlyAccessLayers("record", "workload")
            .whereLayer("runtime")
            .mayOnlyAccessLayers("load", "probe", "process", "record", "plan")
            .whereLayer("run")
            .mayOnlyAccessLayers("runtime", "load", "probe", "record", "plan", "workload")
            .whereLayer("report")
            .mayOnlyAccessLayers("probe", "record", "plan", "workload", "metric", "stats")
            .whereLayer("cli")
            .mayNotBeAccessedByAnyLayer();
}
