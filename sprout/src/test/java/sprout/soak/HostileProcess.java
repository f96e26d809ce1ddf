package sprout.soak;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import sprout.server.RawClient;

/**
 * The process of the hostile clients. {@link HostileClients} starts it and tells it by lines on its standard input what
 * to do; it answers each with a line, and ends with its input.
 */
final class HostileProcess {
    private static final int CLIENTS_OF_A_KIND = 4;
    private static final int ONE_ADDRESS = 2;
    private static final int SLOWEST_HOLD_MILLIS = 8000;
    /** Longer than all time-outs of the server but the one for idle connections. */
    private static final int PATIENT_HOLD_MILLIS = 40_000;

    private final List<Target> targets;
    private final Map<Hostile, LongAdder> begun = new ConcurrentHashMap<>();
    private final Set<RawClient> open = ConcurrentHashMap.newKeySet();
    private final Set<RawClient> filled = ConcurrentHashMap.newKeySet();
    private final Set<String> wrong = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Quota quota;

    private HostileProcess(List<Target> targets) {
        this.targets = targets;
    }

    /** Runs until the end of its input. Arguments: the addresses of the servers. */
    public static void main(String[] arguments) throws Exception {
        HostileProcess process = new HostileProcess(Stream.of(arguments)
                .map(URI::create)
                .map(HostileProcess::target)
                .toList());
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String order = orders.readLine(); order != null; order = orders.readLine()) {
            System.out.println(process.obey(order.split(" ", -1)));
        }
        System.exit(0);
    }

    private static Target target(URI server) {
        return new Target(server.getPort(), server.getScheme().equals("https"), ONE_ADDRESS);
    }

    private String obey(String[] order) throws InterruptedException {
        return switch (order[0]) {
            case "attack" -> attack(Double.parseDouble(order[1]));
            case "burn" -> burn(Double.parseDouble(order[1]));
            case "rest" -> rest();
            case "fill" -> fill(Hostile.valueOf(order[1]), Integer.parseInt(order[2]), Long.parseLong(order[3]));
            case "release" -> release();
            case "report" -> report();
            default -> throw new IllegalArgumentException("unknown order " + Arrays.toString(order));
        };
    }

    private String attack(double share) {
        Quota limit = new Quota(share);
        quota = limit;
        for (Hostile kind : Hostile.values()) {
            for (Target target : targets) {
                for (int i = 0; i < CLIENTS_OF_A_KIND && kind.suits(target); i++) {
                    Thread.startVirtualThread(() -> attack(kind, target, limit));
                }
            }
        }
        return "attacking";
    }

    /** Opens one connection after the other, as long as this quota is the current one. */
    private void attack(Hostile kind, Target target, Quota limit) {
        try {
            while (quota == limit) {
                limit.await();
                try {
                    hold(kind, target, limit);
                } catch (IOException e) {
                    // The server ended the connection, as it should sooner or later.
                }
                TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(500));
            }
        } catch (Hostile.WrongAnswer e) {
            wrong.add(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void hold(Hostile kind, Target target, Quota limit) throws IOException, InterruptedException {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        int millis = random.nextInt(random.nextInt(10) == 0 ? PATIENT_HOLD_MILLIS : SLOWEST_HOLD_MILLIS);
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        RawClient client = kind.begin(target);
        begun.computeIfAbsent(kind, key -> new LongAdder()).increment();
        open.add(client);
        // A client that writes what nobody reads blocks; another thread frees it.
        Thread watchdog = Thread.startVirtualThread(() -> resetAfter(millis + 1000, client));
        try {
            boolean more = true;
            while (more && quota == limit && System.nanoTime() < end) {
                limit.await();
                more = kind.goOn(client);
            }
        } finally {
            watchdog.interrupt();
            open.remove(client);
            if (random.nextBoolean()) {
                client.reset();
            } else {
                client.close();
            }
        }
    }

    private static void resetAfter(int millis, RawClient client) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
            resetQuietly(client);
        } catch (InterruptedException e) {
            // it ended by itself
        }
    }

    /** Uses CPU time and nothing else, for the control run; on one processor at a time, like the attack. */
    private String burn(double share) {
        Quota limit = new Quota(share);
        quota = limit;
        Thread.startVirtualThread(() -> burn(limit));
        return "burning";
    }

    private void burn(Quota limit) {
        byte[] bytes = new byte[4096];
        try {
            while (quota == limit) {
                limit.await();
                for (int i = 0; i < 100; i++) {
                    bytes[i] = (byte) Arrays.hashCode(bytes);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the attack and all its connections. Returns the share of a processor that was used. */
    private String rest() {
        Quota limit = quota;
        double used = limit == null ? 0 : limit.used();
        quota = null;
        open.forEach(HostileProcess::resetQuietly);
        return String.format(Locale.ROOT, "%.4f", used);
    }

    /**
     * Opens connections of a kind and keeps them. Returns how many there are after {@code seconds} at most. Does not
     * wait for the quota; what it uses is missing for the attack afterwards.
     */
    private String fill(Hostile kind, int count, long seconds) throws InterruptedException {
        List<Target> suitable = targets.stream().filter(kind::suits).toList();
        CountDownLatch left = new CountDownLatch(count * suitable.size());
        for (Target target : suitable) {
            AtomicInteger next = new AtomicInteger();
            for (int i = 0; i < 50; i++) {
                Thread.startVirtualThread(() -> {
                    for (int n = next.getAndIncrement(); n < count; n = next.getAndIncrement()) {
                        keep(kind, target.from(ONE_ADDRESS + 1 + n % 8));
                        left.countDown();
                    }
                });
            }
        }
        left.await(seconds, TimeUnit.SECONDS);
        return Integer.toString(filled.size());
    }

    private void keep(Hostile kind, Target target) {
        try {
            filled.add(kind.begin(target));
        } catch (IOException e) {
            // A server that has no room for it may refuse it.
        }
    }

    private String release() {
        filled.forEach(HostileProcess::resetQuietly);
        filled.clear();
        return "released";
    }

    private static void resetQuietly(RawClient client) {
        try {
            client.reset();
        } catch (IOException e) {
            // closed already
        }
    }

    /** Returns how many connections of each kind were begun, and which answers were wrong. */
    private String report() {
        Map<String, Long> counts = new TreeMap<>();
        begun.forEach((kind, count) -> counts.put(kind.title(), count.sum()));
        return String.join("; ", wrong) + "|" + counts;
    }
}
