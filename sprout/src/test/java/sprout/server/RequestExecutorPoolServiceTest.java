package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RequestExecutorPoolServiceTest {
    private RequestExecutorPoolService pool = new RequestExecutorPoolService(200);
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void stop() {
        release.countDown();
        pool.shutdown();
    }

    @Test
    void tasksOneAfterTheOtherNeedFewThreads() throws Exception {
        Set<Thread> used = ConcurrentHashMap.newKeySet();
        for (int i = 0; i < 1000; i++) {
            FutureTask<Boolean> task = new FutureTask<>(() -> used.add(Thread.currentThread()));
            pool.execute(task);
            task.get();
        }
        assertThat(used).hasSizeLessThan(20);
    }

    @Test
    void tasksThatAllWaitHaveAThreadEach() throws Exception {
        CountDownLatch running = new CountDownLatch(200);
        for (int i = 0; i < 200; i++) {
            pool.execute(() -> hold(running));
        }
        running.await();
        assertThat(pool.threadsBusy()).isEqualTo(200);
        assertThat(pool.tasksQueued()).isZero();
    }

    @Test
    void whatFindsNoThreadIsQueuedAndRunInOrder() throws Exception {
        pool = new RequestExecutorPoolService(1);
        CountDownLatch running = new CountDownLatch(1);
        pool.execute(() -> hold(running));
        running.await();
        Queue<Integer> order = new ConcurrentLinkedQueue<>();
        CountDownLatch done = new CountDownLatch(5);
        for (int i = 0; i < 5; i++) {
            int number = i;
            pool.execute(() -> {
                order.add(number);
                done.countDown();
            });
        }
        assertThat(pool.tasksQueued()).isEqualTo(5);
        release.countDown();
        done.await();
        assertThat(order).containsExactlyElementsOf(numbers(5));
    }

    @Test
    void aShutdownRunsWhatIsQueuedAndRefusesTheRest() throws Exception {
        pool = new RequestExecutorPoolService(1);
        CountDownLatch running = new CountDownLatch(1);
        pool.execute(() -> hold(running));
        running.await();
        FutureTask<String> queued = new FutureTask<>(() -> "run");
        pool.execute(queued);
        pool.shutdown();
        assertThatThrownBy(() -> pool.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        assertThat(pool.tasksQueued()).isEqualTo(1);
        release.countDown();
        assertThat(queued.get()).isEqualTo("run");
    }

    private void hold(CountDownLatch running) {
        running.countDown();
        try {
            release.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().toList();
    }
}
