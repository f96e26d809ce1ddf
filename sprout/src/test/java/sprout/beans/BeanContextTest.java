package sprout.beans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import sprout.beans.fixture.ambiguous.Checkout;
import sprout.beans.fixture.conditions.Conditional;
import sprout.beans.fixture.cycle.Hen;
import sprout.beans.fixture.failing.Broken;
import sprout.beans.fixture.lifecycle.Recorded;
import sprout.beans.fixture.missing.Radio;
import sprout.beans.fixture.postprocessors.Curious;
import sprout.beans.fixture.threads.Asking;
import sprout.beans.fixture.wired.Wired;
import sprout.beans.fixture.wired.Wired.Greeting;
import sprout.config.AppConfig;

class BeanContextTest {
    @Test
    void everyWayOfInjectionIsServed() {
        try (BeanContext context = started(Wired.class)) {
            Wired wired = context.get(Wired.class);
            assertThat(wired.primary().text()).isEqualTo("Hello");
            assertThat(wired.named().text()).isEqualTo("Bonjour");
            assertThat(wired.all()).extracting(Greeting::text).containsExactly("Bonjour", "Hello", "Hallo");
            assertThat(wired.byName()).containsOnlyKeys("french", "english", "german");
            assertThat(wired.present()).contains(wired.primary());
            assertThat(wired.absent()).isEmpty();
            assertThat(wired.later().get()).isSameAs(wired.primary());
            assertThat(wired.namedLater().get()).isSameAs(wired.named());
            assertThat(wired.namedPresent()).map(Greeting::text).contains("Hallo");
            assertThat(wired.namedAbsent()).isEmpty();
            assertThat(wired.made()).hasToString("Hello");
            assertThat(context.get(Wired.class, "everything")).isSameAs(wired);
        }
    }

    @Test
    void aCycleIsRefusedWithItsChainAndTheCure() {
        assertThatThrownBy(() -> started(Hen.class))
                .isInstanceOf(BeanException.class)
                .hasMessageContainingAll("Hen -> ", "Egg -> ", "in a circle", "Provider<...>")
                .message()
                .matches(".*(Hen -> \\S+Egg -> \\S+Hen|Egg -> \\S+Hen -> \\S+Egg)\\..*");
    }

    @Test
    void anAmbiguityIsRefusedWithTheCandidatesAndTheCure() {
        assertThatThrownBy(() -> started(Checkout.class))
                .isInstanceOf(BeanException.class)
                .hasMessageContainingAll(
                        "2 beans of type",
                        "Payment",
                        "needed by sprout.beans.fixture.ambiguous.Checkout",
                        "cash",
                        "card",
                        "@Primary",
                        "@Qualifier(\"");
    }

    @Test
    void aMissingBeanIsNamedWithTheChainThatNeedsIt() {
        assertThatThrownBy(() -> started(Radio.class))
                .isInstanceOf(BeanException.class)
                .hasMessageContainingAll(
                        "java.lang.Comparable", "Radio", "Battery", "@Component", "Optional<Comparable>");
    }

    @Test
    void aMissingBeanIsNotSaidToBeNeededByWhatAnotherThreadCreates() {
        try (BeanContext context = started(Asking.class)) {
            assertThat(context.get(Asking.class).refusal())
                    .contains("No bean of type java.lang.Thread")
                    .doesNotContain("needed by");
        }
    }

    @Test
    void aConstructorThatFailsIsNamedAndWhatWasMadeIsClosed() {
        assertThatThrownBy(() -> started(Broken.class))
                .isInstanceOf(BeanException.class)
                .hasMessageContainingAll("broken", "the disk is full");
    }

    @Test
    void aNameThatIsNotThereListsThoseThatAre() {
        try (BeanContext context = started(Wired.class)) {
            assertThatThrownBy(() -> context.get(Greeting.class, "polish"))
                    .hasMessageContainingAll("'polish'", "french", "english", "german");
        }
    }

    @Test
    void twoBeansOfOneNameAreRefused() {
        BeanContext.Builder builder =
                BeanContext.builder().instance(String.class, "twin", "one").instance(Integer.class, "twin", 2);
        assertThatThrownBy(builder::start).hasMessageContainingAll("twin", "java.lang.String", "java.lang.Integer");
    }

    @Test
    void beansAreToldOfTheirBeginningAndInReverseOfTheirEnd() {
        Recorded.EVENTS.clear();
        started(Recorded.class).close();
        assertThat(Recorded.EVENTS)
                .containsExactly(
                        "needed made",
                        "recorded constructed after renamed needed",
                        "recorded begins",
                        "context refreshed",
                        "recorded ends",
                        "needed released");
    }

    @Test
    void aPostProcessorMayGetAnotherOneThatIsCreatedOnlyThen() {
        try (BeanContext context = started(Curious.class)) {
            assertThat(context.get(Curious.class).found()).isEqualTo(1);
            assertThat(context.list(BeanPostProcessor.class)).hasSize(3);
        }
    }

    @Test
    void anOverrideTakesThePlaceOfAllOthers() {
        Greeting fake = () -> "Test";
        try (BeanContext context = BeanContext.builder()
                .below(Wired.class)
                .override(Greeting.class, fake)
                .start()) {
            assertThat(context.get(Greeting.class)).isSameAs(fake);
            assertThat(context.list(Greeting.class)).containsExactly(fake);
        }
    }

    @Test
    void packagesThatAreNotNamedAreLeftOut() {
        try (BeanContext context = started(Wired.class)) {
            assertThat(context.find(Recorded.class)).isEmpty();
        }
    }

    private static BeanContext started(Class<?> fixture) {
        return BeanContext.builder().below(fixture).start();
    }

    @Test
    void aStandInGivesWayToABeanWhoseConditionHolds() {
        try (BeanContext without = conditional(Map.of("feature.on", "false"))) {
            assertThat(without.get(Conditional.class)).isInstanceOf(Conditional.StandIn.class);
            assertThat(without.find(Conditional.Real.class)).isEmpty();
        }
        try (BeanContext with = conditional(Map.of("feature.on", "yes"))) {
            assertThat(with.get(Conditional.class)).isInstanceOf(Conditional.Real.class);
            assertThat(with.list(Conditional.class)).hasSize(1);
        }
        try (BeanContext listed = conditional(Map.of("feature.on[0]", "yes"))) {
            assertThat(listed.get(Conditional.class)).isInstanceOf(Conditional.Real.class);
        }
    }

    @Test
    void aConditionOfAConfigurationHoldsForAllOfItsBeans() {
        try (BeanContext production = conditional(Map.of())) {
            assertThat(production.find(Integer.class)).contains(7);
            assertThat(production.find(Conditional.TestOnly.class)).isEmpty();
        }
        try (BeanContext other = conditional(Map.of("number", "eight"))) {
            assertThat(other.find(Integer.class)).isEmpty();
        }
        try (BeanContext test = conditional(Map.of("sprout.profiles.active", "test"))) {
            assertThat(test.find(Integer.class)).isEmpty();
            assertThat(test.find(Conditional.TestOnly.class)).isPresent();
        }
    }

    private BeanContext conditional(Map<String, String> settings) {
        return BeanContext.builder()
                .config(AppConfig.of(settings))
                .below(Conditional.class)
                .start();
    }
}
