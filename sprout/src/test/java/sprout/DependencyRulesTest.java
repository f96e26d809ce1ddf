package sprout;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import sprout.beans.ContextPropagator;
import sprout.beans.ContextPropagators;

/** Dependencies between the packages point one way, as their package-infos say. */
@AnalyzeClasses(packages = "sprout", importOptions = DoNotIncludeTests.class)
final class DependencyRulesTest {
    @ArchTest
    static final ArchRule packagesKnowOnlyThoseBelowThem = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("root")
            .definedBy("sprout")
            .layer("http")
            .definedBy("sprout.http..")
            .layer("config")
            .definedBy("sprout.config..")
            .layer("beans")
            .definedBy("sprout.beans..")
            .layer("aop")
            .definedBy("sprout.aop..")
            .layer("server")
            .definedBy("sprout.server..")
            .layer("websocket")
            .definedBy("sprout.websocket..")
            .layer("data")
            .definedBy("sprout.data..")
            .layer("mvc")
            .definedBy("sprout.mvc..")
            .layer("messaging")
            .definedBy("sprout.messaging..")
            .layer("management")
            .definedBy("sprout.management..")
            .layer("test")
            .definedBy("sprout.test..")
            .ensureAllClassesAreContainedInArchitectureIgnoring("sprout.processor..")
            .whereLayer("root")
            .mayOnlyBeAccessedByLayers("test")
            .whereLayer("test")
            .mayOnlyAccessLayers("root", "beans")
            .whereLayer("aop")
            .mayNotAccessAnyLayer()
            .whereLayer("http")
            .mayNotAccessAnyLayer()
            .whereLayer("config")
            .mayNotAccessAnyLayer()
            .whereLayer("beans")
            .mayOnlyAccessLayers("aop", "config")
            .whereLayer("server")
            .mayOnlyAccessLayers("http", "config", "beans")
            .whereLayer("websocket")
            .mayOnlyAccessLayers("http", "server")
            .whereLayer("data")
            .mayOnlyAccessLayers("aop", "beans", "config")
            .whereLayer("mvc")
            .mayOnlyAccessLayers("http", "beans", "config")
            .whereLayer("messaging")
            .mayOnlyAccessLayers("http", "beans", "mvc", "websocket")
            .whereLayer("management")
            .mayOnlyAccessLayers("http", "mvc");

    /** What a request carries from thread to thread is the one thing of the container that the engine knows. */
    @ArchTest
    static final ArchRule theEngineKnowsNoBeans = noClasses()
            .that()
            .resideInAPackage("sprout.server..")
            .should()
            .dependOnClassesThat(resideInAPackage("sprout.beans..")
                    .and(not(belongToAnyOf(ContextPropagator.class, ContextPropagators.class))));
}
