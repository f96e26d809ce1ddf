package comparison.lab;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** A study of one server knows what all studies share, and no other study. */
@AnalyzeClasses(packages = "comparison.lab", importOptions = DoNotIncludeTests.class)
final class DependencyRulesTest {
    @ArchTest
    static final ArchRule noStudyKnowsAnother = slices().matching(
                    "comparison.lab.(engine|noise|observe|packaging|profile)..")
            .should()
            .notDependOnEachOther();

    @ArchTest
    static final ArchRule whatAllShareKnowsNoStudy = noClasses()
            .that()
            .resideInAPackage("comparison.lab.study")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("comparison.lab.(engine|noise|observe|packaging|profile)..");
}
