package comparison.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * {@link AppContract} for an application whose handlers block, which must therefore run on threads of the kind that
 * the variant is named after.
 */
public abstract class BlockingAppContract extends AppContract {

    private static final String HANDLER = "comparison.app.PersonController.update";

    private final boolean virtual;

    /** Names the variant as {@link AppContract} does; {@code THREADS} among the settings says which kind to expect. */
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
