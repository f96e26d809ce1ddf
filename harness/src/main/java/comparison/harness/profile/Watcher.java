package comparison.harness.profile;

import comparison.harness.Fault;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Something that looks at a server while it is under load. Closing it ends that. */
interface Watcher extends AutoCloseable {

    /** Returns what it saw: how often it looked, and how large the page was. */
    Seen seen();

    @Override
    void close();

    /**
     * What a watcher saw.
     *
     * @param looks how often
     * @param firstBytes size of the first page; 0 if there was none
     * @param lastBytes size of the last page
     */
    record Seen(int looks, int firstBytes, int lastBytes) {

        static final Seen NOTHING = new Seen(0, 0, 0);
    }

    /** Nobody looks. */
    static Watcher nobody() {
        return new Watcher() {
            @Override
            public Seen seen() {
                return Seen.NOTHING;
            }

            @Override
            public void close() {
                // Nothing was started.
            }
        };
    }

    /** Prometheus, every 111 ms: a hundred times as often as in practice, so that the cost is seen. */
    static Watcher scraper(URI page) {
        return new Scraper(page);
    }

    /**
     * A flight recording with the JDK's default settings, meant for production.
     *
     * @throws Fault if the JVM does not let itself be attached to
     */
    static Watcher recording(long pid) {
        jcmd(pid, "JFR.start", "name=watch", "settings=default");
        return new Watcher() {
            @Override
            public Seen seen() {
                return new Seen(1, 0, 0);
            }

            @Override
            public void close() {
                jcmd(pid, "JFR.stop", "name=watch");
            }
        };
    }

    private static void jcmd(long pid, String... command) {
        Path program = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        try {
            Process process = new ProcessBuilder(
                            List.of(program.toString(), Long.toString(pid), String.join(" ", command)))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw Fault.broken("jcmd %s fails: remove -XX:+DisableAttachMechanism from the variant's flags."
                        .formatted(command[0]));
            }
        } catch (IOException e) {
            throw Fault.missing("There is no jcmd in %s: %s. Use a JDK.".formatted(program, e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Fault.broken("jcmd was interrupted.", e);
        }
    }

    /** Looks at a page at fixed times. */
    final class Scraper implements Watcher {

        private static final long MILLIS = 111;
        private static final Duration LIMIT = Duration.ofSeconds(10);

        private final HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
        private final AtomicInteger looks = new AtomicInteger();
        private final AtomicInteger first = new AtomicInteger();
        private final AtomicInteger last = new AtomicInteger();
        private final HttpRequest request;

        private Scraper(URI page) {
            this.request = HttpRequest.newBuilder(page).timeout(LIMIT).build();
            var _ = clock.scheduleAtFixedRate(this::look, 0, MILLIS, TimeUnit.MILLISECONDS);
        }

        /** A look that fails is not counted, and the next one is tried. */
        private void look() {
            try {
                HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
                if (response.statusCode() == 200) {
                    first.compareAndSet(0, response.body().length);
                    last.set(response.body().length);
                    looks.incrementAndGet();
                }
            } catch (IOException e) {
                // Not counted: the number of looks tells.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public Seen seen() {
            return new Seen(looks.get(), first.get(), last.get());
        }

        @Override
        public void close() {
            clock.shutdownNow();
            client.shutdownNow();
        }
    }
}
