package comparison.harness.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SamplingTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    @Test
    void one_thread_takes_the_samples_of_all_probes() throws Exception {
        Set<Thread> samplers = ConcurrentHashMap.newKeySet();
        CountDownLatch several = new CountDownLatch(6);
        Counter one = new Counter(samplers, several);
        Counter other = new Counter(samplers, several);

        Sampling sampling = Sampling.of(List.of(probe(one, "one.csv"), probe(other, "other.csv")));
        assertThat(several.await(30, TimeUnit.SECONDS)).isTrue();
        sampling.close();
        sampling.close();

        samplers.remove(Thread.currentThread());
        assertThat(samplers).hasSize(1);
        assertThat(Heap.SERIES.read(folder.resolve("one.csv")))
                .hasSameSizeAs(Heap.SERIES.read(folder.resolve("other.csv")));
        assertThat(sampling.cpuNanos()).isPositive();
    }

    @Test
    void a_source_that_is_gone_is_asked_no_more_and_its_file_has_what_was_seen_before() throws IOException {
        Counter counter = new Counter(1);
        Sampling.of(List.of(probe(counter, "gone.csv"))).close();

        assertThat(counter.reads).isEqualTo(2);
        assertThat(Heap.SERIES.read(folder.resolve("gone.csv"))).containsExactly(new Heap(1, 1, 1));
    }

    @Test
    void if_one_cannot_begin_all_are_closed() throws IOException {
        Counter fine = new Counter(9);
        Probe<Heap> broken = new Probe<>(
                Heap.SERIES,
                () -> {
                    throw new IllegalStateException("broken");
                },
                folder.resolve("broken.csv"));

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> Sampling.of(List.of(probe(fine, "fine.csv"), broken)));
        assertThat(Heap.SERIES.read(folder.resolve("fine.csv"))).hasSize(1);
    }

    @Test
    void a_failure_in_the_middle_is_thrown_at_the_end_and_all_are_closed() throws Exception {
        Counter fine = new Counter(9);
        AtomicInteger reads = new AtomicInteger();
        CountDownLatch failing = new CountDownLatch(1);
        Probe<Heap> broken = new Probe<>(
                Heap.SERIES,
                () -> {
                    int read = reads.incrementAndGet();
                    if (read == 2) {
                        failing.countDown();
                        throw new IllegalStateException("broken");
                    }
                    return new Heap(read, read, read);
                },
                folder.resolve("broken.csv"));

        Sampling sampling = Sampling.of(List.of(probe(fine, "fine.csv"), broken));
        assertThat(failing.await(30, TimeUnit.SECONDS)).isTrue();

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(sampling::close)
                .withMessage("broken");
        assertThat(Heap.SERIES.read(folder.resolve("fine.csv"))).isNotEmpty();
        assertThat(Heap.SERIES.read(folder.resolve("broken.csv"))).containsExactly(new Heap(1, 1, 1));
    }

    @Test
    void figures_that_a_machine_does_not_tell_are_read_as_they_were_written() throws IOException {
        Path file = folder.resolve("machine.csv");
        List<Machine> readings = List.of(new Machine(1, 2, 3, 4, 0.5), new Machine(2, 0, 0, 0, null));

        Machine.SERIES.write(file, readings);

        assertThat(file).content().isEqualTo("""
                atMillis,busyNanos,stealNanos,totalNanos,loadAverage
                1,2,3,4,0.5
                2,0,0,0,null
                """);
        assertThat(Machine.SERIES.read(file)).isEqualTo(readings);
    }

    private Probe<Heap> probe(Counter counter, String file) {
        return new Probe<>(Heap.SERIES, counter, folder.resolve(file));
    }

    /** Counts who asks, and after some answers has none any more. */
    private static final class Counter implements Probe.Source<Heap> {

        private final Set<Thread> askers;
        private final CountDownLatch latch;
        private final int answers;
        private int reads;

        private Counter(int answers) {
            this(ConcurrentHashMap.newKeySet(), new CountDownLatch(0), answers);
        }

        private Counter(Set<Thread> askers, CountDownLatch latch) {
            this(askers, latch, Integer.MAX_VALUE);
        }

        private Counter(Set<Thread> askers, CountDownLatch latch, int answers) {
            this.askers = askers;
            this.latch = latch;
            this.answers = answers;
        }

        @Override
        public Heap read() throws IOException {
            askers.add(Thread.currentThread());
            latch.countDown();
            if (++reads > answers) {
                throw new IOException("gone");
            }
            return new Heap(reads, reads, reads);
        }
    }
}
