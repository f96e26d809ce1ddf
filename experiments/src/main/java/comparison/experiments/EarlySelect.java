package comparison.experiments;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import sprout.beans.BeanContext;
import sprout.beans.ContextInitializer;
import sprout.beans.annotation.Component;
import sprout.beans.annotation.ConditionalOnProperty;

/** Opens a selector, registers a channel and selects once before the port is open. */
@Component
@ConditionalOnProperty("experiment.first-select")
final class EarlySelect implements ContextInitializer {

    @Override
    public void initializeAfterRefresh(BeanContext context) {
        try (Selector selector = Selector.open()) {
            Pipe pipe = Pipe.open();
            try (Pipe.SourceChannel source = pipe.source();
                    Pipe.SinkChannel sink = pipe.sink()) {
                source.configureBlocking(false).register(selector, SelectionKey.OP_READ);
                sink.write(ByteBuffer.wrap(new byte[] {1}));
                selector.select();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
