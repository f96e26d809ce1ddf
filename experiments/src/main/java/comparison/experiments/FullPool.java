package comparison.experiments;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import sprout.beans.annotation.Bean;
import sprout.beans.annotation.ConditionalOnProperty;
import sprout.beans.annotation.Configuration;
import sprout.config.AppConfig;
import sprout.http.HttpRequestParser;
import sprout.mvc.RequestDispatcher;
import sprout.server.AcceptableProtocolHandler;
import sprout.server.BioHttpProtocolHandler;
import sprout.server.NioHttpProtocolHandler;
import sprout.server.RequestExecutorPoolService;
import sprout.server.RequestExecutorService;

/**
 * Starts all platform threads of the pool before the first request; Sprout's own pool starts them when they are needed.
 */
@Configuration
@ConditionalOnProperty("experiment.prestart")
class FullPool {

    @Bean
    RequestExecutorService executor(AppConfig config) throws InterruptedException {
        int threads = config.getIntProperty("server.thread-pool-size", 200);
        RequestExecutorService pool = new RequestExecutorPoolService(threads);
        CountDownLatch all = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            pool.execute(() -> meet(all));
        }
        // each thread of the pool starts the next one, so the port must not open before the last one runs
        if (!all.await(30, TimeUnit.SECONDS)) {
            throw new IllegalStateException("only " + (threads - all.getCount()) + " of " + threads
                    + " threads of the pool could be started; lower server.thread-pool-size");
        }
        return pool;
    }

    /** Blocks a thread until all have started, so that no thread runs two tasks. */
    private static void meet(CountDownLatch all) {
        all.countDown();
        try {
            all.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Bean
    AcceptableProtocolHandler engine(
            AppConfig config, RequestDispatcher dispatcher, HttpRequestParser parser, RequestExecutorService executor) {
        return config.getStringProperty("server.execution-mode", "nio").equals("nio")
                ? new NioHttpProtocolHandler(dispatcher, parser, executor)
                : new BioHttpProtocolHandler(dispatcher, parser, executor);
    }
}
