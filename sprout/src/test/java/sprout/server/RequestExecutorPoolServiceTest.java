package sprout.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RequestExecutorPoolServiceTest {
    private static final Duration VERY_LONG = Duration.ofHours(1);

    private RequestExecutorPoolService pool = new RequestExecutorPoolService(1);

    @BeforeEach
    void forgetWhatOtherTestsLogged() {
        RecordingLog.takeFirst();
    }

    @AfterEach
    void end() {
        pool.shutdown();
    }

    @Test
    void aThreadThatATaskStartsIsNotOneOfThePool() {
        RequestExecutorPoolService pool = new RequestExecutorPoolService(1);
        List<Boolean> owned = CompletableFuture.supplyAsync(
                        () -> List.of(
                                pool.owns(Thread.currentThread()),
                                pool.owns(Thread.ofPlatform().unstarted(() -> {})),
                                new RequestExecutorPoolService(1).owns(Thread.currentThread())),
                        pool)
                .join();
        pool.shutdown();
        assertThat(owned).containsExactly(true, false, false);
    }

    @Test
    void beginsTasksInTheOrderInWhichTheyCame() throws Exception {
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        Semaphore goOn = new Semaphore(0);
        CountDownLatch done = new CountDownLatch(100);
        pool.execute(goOn::acquireUninterruptibly);
        for (int i = 0; i < 100; i++) {
            int number = i;
            pool.execute(() -> {
                order.add(number);
                done.countDown();
            });
        }
        goOn.release();
        done.await();
        assertThat(order).isEqualTo(IntStream.range(0, 100).boxed().toList());
    }

    @Test
    void runsAsManyTasksAtOnceAsItMayHaveThreads() throws Exception {
        pool = new RequestExecutorPoolService(8);
        CyclicBarrier all = new CyclicBarrier(8);
        List<CompletableFuture<Void>> met = new ArrayList<>();
        for (int i = 0; i < 80; i++) {
            met.add(CompletableFuture.runAsync(() -> meet(all), pool));
        }
        for (CompletableFuture<Void> one : met) {
            one.get(30, TimeUnit.SECONDS);
        }
    }

    private static void meet(CyclicBarrier all) {
        try {
            all.await(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aThreadThatRestsKeepsNothingOfItsLastTask() throws Exception {
        WeakReference<Object> response = runTaskWith(pool);
        while (response.get() != null) {
            System.gc();
            Thread.sleep(10); // @Timeout interrupts it
        }
        assertThat(response.get()).isNull();
    }

    private static WeakReference<Object> runTaskWith(RequestExecutorPoolService pool) throws Exception {
        Object response = new Object();
        CompletableFuture<Object> done = new CompletableFuture<>();
        pool.execute(() -> done.complete(response.hashCode()));
        done.get(30, TimeUnit.SECONDS);
        return new WeakReference<>(response);
    }

    @Test
    void endsAllThreadsButOneThatHaveHadNoTaskForLong() throws Exception {
        pool = new RequestExecutorPoolService(3, List.of(), Duration.ofMillis(1), VERY_LONG, Thread::start);
        CyclicBarrier all = new CyclicBarrier(3);
        List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
        submit(3, () -> {
            threads.add(Thread.currentThread());
            meet(all);
        });
        while (threads.size() < 3 || threads.stream().filter(Thread::isAlive).count() > 1) {
            Thread.sleep(1); // @Timeout interrupts it
        }
        assertThat(threads).contains(threadOfATask());
    }

    @Test
    void runsEachTaskWhileThreadsComeAndGo() throws Exception {
        pool = new RequestExecutorPoolService(2, List.of(), Duration.ofNanos(1), VERY_LONG, Thread::start);
        for (int i = 0; i < 2_000; i++) {
            CompletableFuture<Thread> one = new CompletableFuture<>();
            CompletableFuture<Thread> other = new CompletableFuture<>();
            pool.execute(() -> one.complete(Thread.currentThread()));
            pool.execute(() -> other.complete(Thread.currentThread()));
            pool.execute(() -> {});
            assertThat(one.get(30, TimeUnit.SECONDS)).isNotNull();
            assertThat(other.get(30, TimeUnit.SECONDS)).isNotNull();
        }
    }

    /** A failed start takes milliseconds, and an event loop makes it. */
    @Test
    void triesToStartNoThreadForAWhileAfterThatHasFailed() throws Exception {
        FaultyStarter starter = new FaultyStarter(1);
        pool = new RequestExecutorPoolService(3, List.of(), VERY_LONG, VERY_LONG, starter);
        Semaphore goOn = occupyAThread();
        CountDownLatch done = new CountDownLatch(20);
        submit(20, done::countDown);
        assertThat(starter.attempts).as("the first thread and one more").hasValue(2);
        assertThat(pool.threadsBusy()).isOne();
        goOn.release();
        done.await();
        assertThat(RecordingLog.takeFirst()).hasMessageContaining("fault of the server");
    }

    @Test
    void startsAThreadWhenThatIsPossibleAgain() throws Exception {
        FaultyStarter starter = new FaultyStarter(1);
        pool = new RequestExecutorPoolService(2, List.of(), VERY_LONG, Duration.ZERO, starter);
        Semaphore goOn = occupyAThread();
        submit(20, () -> {});
        assertThat(starter.attempts).hasValue(21);
        assertThat(RecordingLog.takeFirst()).isNotNull();
        starter.most.set(2);
        CompletableFuture<Thread> other = new CompletableFuture<>();
        pool.execute(() -> other.complete(Thread.currentThread()));
        assertThat(other.get(30, TimeUnit.SECONDS)).isNotNull();
        goOn.release();
    }

    @Test
    void aThreadThatGoesIdleWhileAnotherFailsToStartTakesItsTask() throws Exception {
        CompletableFuture<Semaphore> goOn = new CompletableFuture<>();
        CompletableFuture<Thread> late = new CompletableFuture<>();
        FaultyStarter starter = new FaultyStarter(1);
        pool = new RequestExecutorPoolService(2, List.of(), VERY_LONG, VERY_LONG, thread -> {
            if (starter.attempts.get() == 1) {
                goOn.join().release();
                awaitIdle();
                pool.execute(() -> late.complete(Thread.currentThread()));
            }
            starter.accept(thread);
        });
        goOn.complete(occupyAThread());
        pool.execute(() -> {});
        assertThat(late.get(30, TimeUnit.SECONDS)).isNotNull();
        assertThat(RecordingLog.takeFirst()).isNotNull();
        awaitBusy(0);
    }

    /** Runs a task that ends when the semaphore is released. */
    private Semaphore occupyAThread() throws Exception {
        Semaphore begun = new Semaphore(0);
        Semaphore goOn = new Semaphore(0);
        pool.execute(() -> {
            begun.release();
            goOn.acquireUninterruptibly();
        });
        begun.acquire();
        return goOn;
    }

    /** Waits until the only other thread is idle; the one that is about to start counts as busy. */
    private void awaitIdle() {
        while (pool.threadsBusy() != 1) {
            Thread.onSpinWait();
        }
    }

    @Test
    void withoutAnyThreadEachTaskTriesToStartOne() throws Exception {
        FaultyStarter starter = new FaultyStarter(0);
        pool = new RequestExecutorPoolService(2, List.of(), VERY_LONG, VERY_LONG, starter);
        CountDownLatch done = new CountDownLatch(3);
        submit(2, done::countDown);
        assertThat(starter.attempts).hasValue(2);
        assertThat(RecordingLog.takeFirst()).isNotNull();
        starter.most.set(1);
        pool.execute(done::countDown);
        done.await();
        awaitBusy(0);
    }

    /** Starts some threads only, as if there were no memory for more. */
    private static final class FaultyStarter implements Consumer<Thread> {
        private final AtomicInteger attempts = new AtomicInteger();
        private final AtomicInteger started = new AtomicInteger();
        private final AtomicInteger most;

        FaultyStarter(int most) {
            this.most = new AtomicInteger(most);
        }

        @Override
        public void accept(Thread thread) {
            attempts.incrementAndGet();
            if (started.get() >= most.get()) {
                throw new OutOfMemoryError("meant to fail");
            }
            started.incrementAndGet();
            thread.start();
        }
    }

    @Test
    void startsNoThreadWhileAnotherRests() throws Exception {
        pool = new RequestExecutorPoolService(8);
        Thread first = threadOfATask();
        for (int i = 0; i < 20; i++) {
            assertThat(threadOfATask()).isSameAs(first);
        }
    }

    @Test
    void callsTheThreadThatHasRestedTheShortest() throws Exception {
        pool = new RequestExecutorPoolService(2);
        Semaphore one = new Semaphore(0);
        Semaphore other = new Semaphore(0);
        pool.execute(one::acquireUninterruptibly);
        CompletableFuture<Thread> last = new CompletableFuture<>();
        pool.execute(() -> {
            last.complete(Thread.currentThread());
            other.acquireUninterruptibly();
        });
        last.get();
        one.release();
        awaitBusy(1);
        other.release();
        awaitBusy(0);
        assertThat(threadOfATask()).isSameAs(last.get());
    }

    @Test
    void outlivesTasksThatFail() throws Exception {
        pool.execute(() -> {
            throw new IllegalStateException("meant to fail");
        });
        pool.execute(() -> {
            throw new AssertionError("meant to fail");
        });
        assertThat(threadOfATask()).isNotNull();
    }

    @Test
    void keepsAnInterruptOfOneTaskFromTheNext() throws Exception {
        pool.execute(() -> Thread.currentThread().interrupt());
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        pool.execute(() -> interrupted.complete(Thread.interrupted()));
        assertThat(interrupted.get()).isFalse();
    }

    @Test
    void forgetsAnInterruptThatComesAfterItsTask() throws Exception {
        CompletableFuture<Thread> worker = new CompletableFuture<>();
        pool.execute(() -> worker.complete(Thread.currentThread()));
        Thread thread = worker.get();
        awaitBusy(0);
        thread.interrupt();
        while (thread.isInterrupted() || thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        pool.execute(() -> interrupted.complete(Thread.interrupted()));
        assertThat(interrupted.get()).isFalse();
    }

    @Test
    void losesNoTaskOfManyThreads() throws Exception {
        pool = new RequestExecutorPoolService(3);
        CountDownLatch done = new CountDownLatch(4 * 20_000);
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            callers.add(Thread.ofPlatform().start(() -> submit(20_000, done::countDown)));
        }
        for (Thread caller : callers) {
            caller.join();
        }
        done.await();
        awaitBusy(0);
        assertThat(pool.tasksQueued()).isZero();
    }

    private void submit(int count, Runnable task) {
        for (int i = 0; i < count; i++) {
            pool.execute(task);
        }
    }

    @Test
    void afterItsShutdownRunsWhatItTookAndTakesNothing() throws Exception {
        Semaphore goOn = new Semaphore(0);
        CompletableFuture<Thread> late = new CompletableFuture<>();
        pool.execute(goOn::acquireUninterruptibly);
        pool.execute(() -> late.complete(Thread.currentThread()));
        pool.shutdown();
        assertThatThrownBy(() -> pool.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        goOn.release();
        late.get().join();
    }

    @Test
    void itsShutdownEndsThreadsThatRest() throws Exception {
        Thread thread = threadOfATask();
        pool.shutdown();
        thread.join();
    }

    /** Runs a task, and returns when its thread is idle again. */
    private Thread threadOfATask() throws Exception {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        pool.execute(() -> thread.complete(Thread.currentThread()));
        Thread known = thread.get();
        awaitBusy(0);
        return known;
    }

    private void awaitBusy(int threads) throws InterruptedException {
        while (pool.threadsBusy() != threads) {
            Thread.sleep(1);
        }
    }
}
