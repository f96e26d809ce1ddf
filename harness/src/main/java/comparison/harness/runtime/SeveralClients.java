package comparison.harness.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import comparison.harness.Fault;
import comparison.harness.load.LoadOrder;
import comparison.harness.machine.Machine;
import comparison.harness.probe.Meter;
import comparison.harness.probe.Probe;
import comparison.harness.probe.Reading;
import comparison.harness.record.Clients;
import comparison.harness.record.Disk;
import comparison.harness.record.Json;
import comparison.harness.record.Load.Sent;
import comparison.harness.record.RunFolder.LoadFolder;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One client per load machine. All clients send their parts of a load at the same time. Threads and arrivals are
 * divided; every thread keeps its loops. The clients are independent: each is warm, waits for one line, and keeps its
 * samples until the load is over. Threads: see {@link LoadClient}.
 */
final class SeveralClients implements LoadClient {

    private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final List<Machine> machines;
    private final List<TalkingClient> clients;
    private List<Sent> sent = List.of();
    private Placed placed = new Placed(List.of(), List.of());

    /** Takes over clients, one per machine. */
    SeveralClients(List<Machine> machines, List<TalkingClient> clients) {
        this.machines = List.copyOf(machines);
        this.clients = List.copyOf(clients);
    }

    /** Starts a client on each machine. If one fails, closes the others: the next try needs their names. */
    static List<TalkingClient> started(List<Machine> machines, Function<Machine, TalkingClient> start) {
        List<TalkingClient> started = new ArrayList<>();
        try {
            machines.forEach(machine -> started.add(start.apply(machine)));
            return started;
        } catch (RuntimeException e) {
            for (TalkingClient client : started) {
                try {
                    client.close();
                } catch (RuntimeException also) {
                    e.addSuppressed(also);
                }
            }
            throw e;
        }
    }

    @Override
    public Sent load(RunningVariant variant, LoadOrder order, Path result) {
        return together(order, (client, part) -> client.load(variant, part, result));
    }

    @Override
    public Sent loadStub(LoadOrder order, Path result) {
        return together(order, (client, part) -> client.loadStub(part, result));
    }

    /** Orders all parts simultaneously. If one client fails, closes all, so that the others do not continue alone. */
    private Sent together(LoadOrder order, BiFunction<TalkingClient, LoadOrder, Sent> load) {
        List<LoadOrder> parts = order.parts(clients.size());
        CountDownLatch signal = new CountDownLatch(clients.size());
        List<Future<Sent>> loads = new ArrayList<>();
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(
                Thread.ofPlatform().daemon().name("load-", 0).factory())) {
            for (int i = 0; i < clients.size(); i++) {
                TalkingClient client = clients.get(i);
                LoadOrder part = parts.get(i);
                loads.add(threads.submit(() -> {
                    try {
                        signal.countDown();
                        signal.await();
                        return load.apply(client, part);
                    } catch (InterruptedException | RuntimeException | Error e) {
                        if (failure.compareAndSet(null, e)) {
                            close();
                        }
                        throw e;
                    }
                }));
            }
        }
        Throwable first = failure.get();
        if (first != null) {
            throw first instanceof Fault fault ? fault : Fault.broken("A client failed: " + first, first);
        }
        sent = loads.stream().map(Future::resultNow).toList();
        placed = Placed.of(sent, millis(TalkingClient::begunNanos), millis(TalkingClient::answeredNanos));
        return merged(sent, placed.laterMillis);
    }

    private List<Double> millis(ToLongFunction<TalkingClient> nanos) {
        return clients.stream()
                .map(client -> nanos.applyAsLong(client) / NANOS_PER_MILLI)
                .toList();
    }

    /**
     * The loads of all clients on the time line of the first one.
     *
     * @param afterFirstMillis begin of each client's load, after that of the earliest
     * @param laterMillis to add to each client's times
     */
    record Placed(List<Double> afterFirstMillis, List<Long> laterMillis) {

        /**
         * Places them without comparing clocks. The harness hears of a client's first answer and of its end, by its own
         * clock and each time somewhat late. So both say how far that client's clock is behind at most, and the smaller
         * figure is the better one. With it, no sample ends after its load has ended.
         *
         * @param begunMillis when the harness heard of each first answer
         * @param answeredMillis when it heard of each end, by the same clock
         */
        static Placed of(List<Sent> sent, List<Double> begunMillis, List<Double> answeredMillis) {
            List<Double> behind = IntStream.range(0, sent.size())
                    .mapToObj(i -> Math.min(
                            begunMillis.get(i) - sent.get(i).firstMillis(),
                            answeredMillis.get(i) - sent.get(i).lastMillis()))
                    .toList();
            List<Double> first = IntStream.range(0, sent.size())
                    .mapToObj(i -> sent.get(i).firstMillis() + behind.get(i))
                    .toList();
            double earliest = first.stream().min(Comparator.naturalOrder()).orElseThrow();
            return new Placed(
                    first.stream().map(begin -> begin - earliest).toList(),
                    behind.stream()
                            .map(of -> Math.round(of - behind.getFirst()))
                            .toList());
        }
    }

    static Sent merged(List<Sent> sent, List<Long> later) {
        Sent one = sent.getFirst();
        return new Sent(
                one.engine(),
                one.model(),
                one.threads() == null
                        ? null
                        : sent.stream()
                                .mapToInt(s -> Objects.requireNonNull(s.threads()))
                                .sum(),
                sum(sent, Sent::samples),
                sum(sent, Sent::errors),
                IntStream.range(0, sent.size())
                        .mapToLong(i -> sent.get(i).firstMillis() + later.get(i))
                        .min()
                        .orElseThrow(),
                IntStream.range(0, sent.size())
                        .mapToLong(i -> sent.get(i).lastMillis() + later.get(i))
                        .max()
                        .orElseThrow(),
                sum(sent, Sent::busyMillis),
                sumOrNull(sent, Sent::offeredPerSecond),
                sumOrNull(sent, Sent::sentPerSecond));
    }

    private static long sum(List<Sent> sent, ToLongFunction<Sent> of) {
        return sent.stream().mapToLong(of).sum();
    }

    private static @Nullable Double sumOrNull(List<Sent> sent, Function<Sent, @Nullable Double> of) {
        double sum = 0;
        for (Sent part : sent) {
            Double value = of.apply(part);
            if (value == null) {
                return null;
            }
            sum += value;
        }
        return sum;
    }

    /** Merges the samples of all clients in the order of their ends, and writes what each has sent. */
    @Override
    public void fetch(Path result) {
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < clients.size(); i++) {
            Path file = result.resolveSibling(result.getFileName() + "." + i);
            clients.get(i).fetch(file);
            files.add(file);
        }
        Disk.attempt("merge the samples in " + result, () -> {
            merge(files, placed.laterMillis, result);
            for (Path file : files) {
                Files.delete(file);
            }
        });
        List<Clients.Part> parts = IntStream.range(0, clients.size())
                .mapToObj(i -> new Clients.Part(machines.get(i).named(), placed.afterFirstMillis.get(i), sent.get(i)))
                .toList();
        double skew =
                placed.afterFirstMillis.stream().max(Comparator.naturalOrder()).orElseThrow();
        Json.write(
                new LoadFolder(Objects.requireNonNull(result.toAbsolutePath().getParent())).clients(),
                new Clients(Clients.SCHEMA_VERSION, skew, parts));
    }

    /** Merges files of samples, whose first two columns are start and duration in ms. */
    static void merge(List<Path> files, List<Long> later, Path result) throws IOException {
        List<Samples> all = new ArrayList<>();
        try (BufferedWriter merged = Files.newBufferedWriter(result)) {
            for (int i = 0; i < files.size(); i++) {
                all.add(new Samples(Files.newBufferedReader(files.get(i), UTF_8), later.get(i)));
            }
            merged.write(all.getFirst().header + "\n");
            for (Samples next = earliest(all); next != null; next = earliest(all)) {
                merged.write(next.line + "\n");
                next.advance();
            }
        } finally {
            for (Samples samples : all) {
                samples.file.close();
            }
        }
    }

    private static @Nullable Samples earliest(List<Samples> all) {
        return all.stream()
                .filter(samples -> samples.line != null)
                .min(Comparator.comparingLong(samples -> samples.end))
                .orElse(null);
    }

    /** Reads one file, a sample at a time. The message of a failed sample may have several lines, in quotes. */
    private static final class Samples {

        private final BufferedReader file;
        private final long later;
        private final String header;
        private @Nullable String line;
        private long end;

        Samples(BufferedReader file, long later) throws IOException {
            this.file = file;
            this.later = later;
            this.header = String.valueOf(file.readLine());
            advance();
        }

        private void advance() throws IOException {
            String next = file.readLine();
            while (next != null && next.chars().filter(c -> c == '"').count() % 2 == 1) {
                String more = file.readLine();
                if (more == null) {
                    break;
                }
                next += "\n" + more;
            }
            line = next;
            if (next != null) {
                int first = next.indexOf(',');
                long start = Long.parseLong(next.substring(0, first)) + later;
                end = start + Long.parseLong(next.substring(first + 1, next.indexOf(',', first + 1)));
                line = start + next.substring(first);
            }
        }
    }

    @Override
    public Meter meter() {
        return new Sum(clients.stream().map(TalkingClient::meter).toList());
    }

    @Override
    public Meter stubMeter() {
        return new Sum(clients.stream().map(TalkingClient::stubMeter).toList());
    }

    @Override
    public int cpus() {
        return clients.stream().mapToInt(TalkingClient::cpus).sum();
    }

    @Override
    public void close() {
        clients.forEach(TalkingClient::close);
    }

    /** Combines the meters of several machines: memory and CPU time are added. */
    private record Sum(List<Meter> meters) implements Meter, Probe.Far<Reading> {

        @Override
        public Reading read() throws IOException {
            List<Reading> readings = new ArrayList<>();
            for (Meter meter : meters) {
                readings.add(meter.read());
            }
            return added(readings);
        }

        @Override
        public @Nullable Long throttledNanos() {
            long sum = 0;
            for (Meter meter : meters) {
                Long one = meter.throttledNanos();
                if (one == null) {
                    return null;
                }
                sum += one;
            }
            return sum;
        }

        private List<Probe.Far<Reading>> parts() {
            List<Probe.Far<Reading>> parts = new ArrayList<>();
            for (Probe.Source<Reading> meter : meters) {
                if (meter instanceof Probe.Far<Reading> far) {
                    parts.add(far);
                }
            }
            return parts;
        }

        @Override
        public void begin() throws IOException {
            for (Probe.Far<Reading> part : parts()) {
                part.begin();
            }
        }

        /** The n-th readings of all machines are added: all began at the same time and have the same period. */
        @Override
        public List<Reading> end() throws IOException {
            List<List<Reading>> all = new ArrayList<>();
            for (Probe.Far<Reading> part : parts()) {
                all.add(part.end());
            }
            int count = all.stream().mapToInt(List::size).min().orElse(0);
            return IntStream.range(0, count)
                    .mapToObj(i -> added(all.stream().map(list -> list.get(i)).toList()))
                    .toList();
        }

        private static Reading added(List<Reading> readings) {
            return new Reading(
                    readings.getFirst().atMillis(),
                    readings.stream().mapToLong(Reading::anonBytes).sum(),
                    readings.stream().mapToLong(Reading::fileBytes).sum(),
                    readings.stream().mapToLong(Reading::peakBytes).sum(),
                    readings.stream().mapToLong(Reading::cpuNanos).sum());
        }
    }
}
