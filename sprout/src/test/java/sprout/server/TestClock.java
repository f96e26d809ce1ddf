package sprout.server;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import sprout.http.HttpHandler;

/** Stands still until a test moves it, so that no deadline passes because a machine is slow. */
public final class TestClock extends Clock {
    private static final long LOOK_NANOS = 5_000_000;

    private final AtomicLong time = new AtomicLong(1);

    @Override
    long now() {
        return time.get();
    }

    @Override
    void park(Object blocker, long nanos) {
        LockSupport.parkNanos(blocker, Math.min(nanos, LOOK_NANOS));
    }

    /** Starts a server of this time, which looks at its deadlines every 5 ms. */
    public HttpServer start(ServerOptions.Builder options, HttpHandler handler) throws IOException {
        return HttpServer.start(options.lingerTimeout(Duration.ofMillis(20)).build(), handler, this);
    }

    public void advance(Duration by) {
        time.addAndGet(by.toNanos());
    }

    /** Lets time pass in small steps while something waits. */
    public <T> T pass(Duration step, Callable<T> waits) throws Exception {
        Thread passing = Thread.ofPlatform().daemon().start(() -> {
            while (!Thread.interrupted()) {
                advance(step);
                LockSupport.parkNanos(2 * LOOK_NANOS);
            }
        });
        try {
            return waits.call();
        } finally {
            passing.interrupt();
            passing.join();
        }
    }
}
