package comparison.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class DatabaseCheckTest {

    @Test
    void probesThatArriveDuringAQuestionShareItsAnswer() {
        CompletableFuture<Boolean> database = new CompletableFuture<>();
        DatabaseCheck check = new DatabaseCheck(database::join);
        CompletableFuture<Boolean> first = check.current();
        assertThat(check.current()).isSameAs(first);
        database.complete(true);
        assertThat(first.join()).isTrue();
    }

    @Test
    void aProbeAfterAnAnswerAsksAgain() {
        DatabaseCheck check = new DatabaseCheck(() -> true);
        CompletableFuture<Boolean> first = check.current();
        first.join();
        assertThat(check.current()).isNotSameAs(first);
    }
}
