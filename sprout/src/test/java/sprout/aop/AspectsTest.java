package sprout.aop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sprout.beans.BeanContext;
import sprout.beans.fixture.aspects.Advised;
import sprout.beans.fixture.aspects.AdvisedCalls;

/** Aspects by the subclass that the annotation processor wrote, without CGLIB and {@code --add-opens}. */
class AspectsTest {
    private final BeanContext context =
            BeanContext.builder().below(Advised.class).start();
    private final Advised advised = context.get(Advised.class);

    @BeforeEach
    void forget() {
        Advised.EVENTS.clear();
    }

    @AfterEach
    void close() {
        context.close();
    }

    @Test
    void theAnnotationOfAClassIsThatOfItsMethods() {
        assertThat(advised.greet("Ada")).isEqualTo("hello Ada!");
        assertThat(Advised.EVENTS).containsExactly("before Advised.greet[Ada]", "after class2ListSOURCE");
    }

    @Test
    void theAnnotationOfTheMethodReplacesThatOfItsClassAndAFailurePassesUndisguised() throws IOException {
        assertThat(AdvisedCalls.generic(advised, List.of(1))).containsExactly(1);
        assertThat(Advised.EVENTS).last().isEqualTo("after own2ListSOURCE");
        assertThatThrownBy(() -> AdvisedCalls.generic(advised, List.of()))
                .isInstanceOf(IOException.class)
                .hasMessage("nothing there");
        assertThat(Advised.EVENTS).hasSize(4);
    }

    @Test
    void anAspectAroundMayGoOnTwiceAndWithOtherArguments() {
        assertThat(AdvisedCalls.count(advised, 1, false)).isEqualTo(12);
        assertThat(Advised.EVENTS).contains("again");
        assertThatThrownBy(() -> AdvisedCalls.count(advised, 1, true)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aspectsAreNestedByTheirOrder() {
        AdvisedCalls.count(advised, 1, false);
        assertThat(Advised.EVENTS).containsExactly("before Advised.count[1, false]", "again", "after class2ListSOURCE");
    }

    @Test
    void aCallWithinTheBeanIsAdvisedToo() {
        assertThat(advised.twice()).isEqualTo("hello a!hello b!");
        assertThat(Advised.EVENTS)
                .startsWith("before Advised.twice[]", "before Advised.greet[a]")
                .hasSize(6);
    }

    @Test
    void anInheritedMethodIsAdvisedWithItsTypeArguments() {
        assertThat(AdvisedCalls.length(advised, new StringBuilder("four"))).isEqualTo(4);
        assertThat(Advised.EVENTS).containsExactly("before Advised.length[four]", "after inherited2ListSOURCE");
    }

    @Test
    void aNullIsAnArgumentLikeOthers() {
        assertThat(advised.greet(null)).isEqualTo("hello null!");
        assertThat(Advised.EVENTS).first().isEqualTo("before Advised.greet[null]");
    }
}
