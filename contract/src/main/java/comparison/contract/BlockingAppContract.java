package comparison.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * {@link AppContract} for an application with blocking handlers. They must run on the kind of threads that the variant
 * is named after.
 */
public abstract class BlockingAppContract extends AppContract {

    private static final String HANDLER = "comparison.app.PersonController.update";

    private final boolean virtual;

    /** Names the variant like {@link AppContract}. {@code THREADS} in the settings is the expected kind of threads. */
    protected BlockingAppContract(String app, Map<String, String> settings) {
        super(app, settings);
        this.virtual = "virtual".equals(settings.get("THREADS"));
    }

    @Test
    void handlersRunOnThreadsOfTheKindAskedFor() throws Exception {
        long id = created();
        CompletableFuture<Reply> running;
        ThreadDump dump;
        try (RowLock lock = lockOn(id)) {
            running = CompletableFuture.supplyAsync(
                    () -> app().put("/person/" + id, Api.json(id, "New name", "new description")));
            lock.awaitWaiter();
            dump = ThreadDump.of(process().pid());
        }
        running.get().has(200);
        assertThat(dump.runs(HANDLER)).as("a thread runs " + HANDLER).isTrue();
        assertThat(dump.isVirtual(HANDLER))
                .as("a virtual thread runs " + HANDLER)
                .isEqualTo(virtual);
    }
}
