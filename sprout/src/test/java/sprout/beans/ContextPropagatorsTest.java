package sprout.beans;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContextPropagatorsTest {
    private static final ThreadLocal<@Nullable String> USER = new ThreadLocal<>();

    private final ContextPropagators propagators = new ContextPropagators(List.of(new UserPropagator()));

    @AfterEach
    void forget() {
        USER.remove();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tasksAndStagesOfAFutureHaveTheValueOfTheThreadThatSubmitsThem(boolean virtual) {
        try (ExecutorService threads =
                virtual ? Executors.newVirtualThreadPerTaskExecutor() : Executors.newSingleThreadExecutor()) {
            USER.set("Ada");
            CompletableFuture<String> future = CompletableFuture.supplyAsync(USER::get, propagators.wrap(threads))
                    .thenApplyAsync(seen -> seen + " " + USER.get(), propagators.wrap(threads));
            assertThat(future.join()).isEqualTo("Ada Ada");
            assertThat(CompletableFuture.supplyAsync(USER::get, threads).join()).isNull();
        }
    }

    @Test
    void theThreadThatRunsATaskIsLeftAsItWas() throws Exception {
        USER.set("Ada");
        Runnable ofAda = propagators.wrap(() -> USER.set("changed " + USER.get()));
        USER.set("Grace");
        ofAda.run();
        assertThat(USER.get()).isEqualTo("Grace");
        assertThat(propagators.wrap(USER::get).call()).isEqualTo("Grace");
    }

    private static final class UserPropagator implements ContextPropagator<String> {
        @Override
        public @Nullable String capture() {
            return USER.get();
        }

        @Override
        public void restore(String value) {
            USER.set(value);
        }

        @Override
        public void clear() {
            USER.remove();
        }
    }
}
