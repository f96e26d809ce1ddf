package comparison.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DatabaseCheckTest {

    private final List<Promise<String>> questions = new ArrayList<>();
    private final DatabaseCheck check = new DatabaseCheck(this::ask);

    private Future<?> ask() {
        Promise<String> question = Promise.promise();
        questions.add(question);
        return question.future();
    }

    @Test
    void probesThatArriveDuringAQuestionShareItsAnswer() {
        Future<?> first = check.answer();
        Future<?> second = check.answer();
        assertThat(questions).hasSize(1);
        questions.getFirst().fail("no connection");
        assertThat(first.failed()).isTrue();
        assertThat(second.failed()).isTrue();
    }

    @Test
    void aProbeAfterAnAnswerAsksAgain() {
        Future<?> before = check.answer();
        questions.getFirst().fail("no connection");
        Future<?> after = check.answer();
        questions.getLast().complete("1");
        assertThat(before.failed()).isTrue();
        assertThat(after.succeeded()).isTrue();
    }
}
