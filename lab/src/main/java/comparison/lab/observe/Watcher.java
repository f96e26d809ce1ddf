package comparison.lab.observe;

import comparison.harness.Fault;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Something that looks at a server while it is under load. Closing it ends that. */
interface Watcher extends AutoCloseable {

    /** Returns what it saw: how often it looked, and how large the page was. */
    Seen seen();

    /**
     * Ends it.
     *
     * @throws Refused if it cannot be ended, so that it looks on
     */
    @Override
    void close() throws Refused;

    /**
     * What a watcher saw.
     *
     * @param looks how often
     * @param firstBytes size of the first page; null if there was none
     * @param lastBytes size of the last page; null if there was none
     */
    record Seen(
            int looks,
            @Nullable Integer firstBytes,
            @Nullable Integer lastBytes) {

        static final Seen NOTHING = new Seen(0, null, null);
    }

    /** A watcher that cannot begin, or cannot end. The message is the cause, in words without a full stop. */
    final class Refused extends Exception {

        private static final long serialVersionUID = 1L;

        private final String cure;
        private final boolean looksOn;

        Refused(String cause, String cure, boolean looksOn) {
            super(cause);
            this.cure = cure;
            this.looksOn = looksOn;
        }

        /** Returns the cause. */
        String cause() {
            return String.valueOf(getMessage());
        }

        /** Returns what to do. */
        String cure() {
            return cure;
        }

        /** Returns whether it could not be ended: then every later load of this server would be watched, too. */
        boolean looksOn() {
            return looksOn;
        }
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

    /**
     * Prometheus, every 111 ms: a hundred times as often as in practice, so that the cost is seen. The page is fetched once before, which
     * is not counted as a look.
     *
     * @throws Refused if nobody answers with a page
     */
    static Watcher scraper(URI page) throws Refused {
        return Scraper.of(page);
    }

    /**
     * A flight recording with the JDK's default settings, meant for production.
     *
     * @param jcmd the program of that name
     * @param pid of the JVM, which runs as the same user
     * @throws Refused if there is no such program, or the JVM does not let itself be attached to
     */
    static Watcher recording(Path jcmd, long pid) throws Refused {
        jcmd(jcmd, pid, false, "JFR.start", "name=watch", "settings=default");
        return new Watcher() {
            @Override
            public Seen seen() {
                return new Seen(1, null, null);
            }

            @Override
            public void close() throws Refused {
                jcmd(jcmd, pid, true, "JFR.stop", "name=watch");
            }
        };
    }

    private static void jcmd(Path program, long pid, boolean looksOn, String... command) throws Refused {
        try {
            Process process = new ProcessBuilder(
                            List.of(program.toString(), Long.toString(pid), String.join(" ", command)))
                    .redirectErrorStream(true)
                    .start();
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw refused(command[0], "it does not end within 60 s", true);
            }
            if (process.exitValue() != 0) {
                throw refused(command[0], said(process), looksOn);
            }
        } catch (IOException e) {
            throw new Refused(
                    "there is no jcmd in %s (%s)".formatted(program, e.getMessage()), "use a JDK, not a JRE", looksOn);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Fault.broken("jcmd was interrupted.", e);
        }
    }

    private static Refused refused(String command, String why, boolean looksOn) {
        return new Refused(
                "jcmd %s fails: %s".formatted(command, why),
                "remove -XX:+DisableAttachMechanism from the variant's flags, and run as the user of the server",
                looksOn);
    }

    /** What it says is shorter than what a pipe holds, so that it is read after its end. */
    private static String said(Process process) throws IOException {
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
        return lines.stream()
                .filter(line -> line.contains("Exception: "))
                .findFirst()
                .or(() -> lines.reversed().stream().findFirst())
                .orElse("it ends with code " + process.exitValue());
    }

    /** Looks at a page at fixed times. */
    final class Scraper implements Watcher {

        private static final long MILLIS = 111;
        private static final Duration LIMIT = Duration.ofSeconds(10);

        private final HttpClient client;
        private final HttpRequest request;
        private final int first;
        private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
        private final AtomicInteger looks = new AtomicInteger();
        private final AtomicInteger last;

        private Scraper(HttpClient client, HttpRequest request, int first) {
            this.client = client;
            this.request = request;
            this.first = first;
            this.last = new AtomicInteger(first);
        }

        private static Scraper of(URI page) throws Refused {
            HttpClient client =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
            try {
                HttpRequest request =
                        HttpRequest.newBuilder(page).timeout(LIMIT).build();
                Scraper scraper = new Scraper(client, request, firstPage(client, request));
                var _ = scraper.clock.scheduleAtFixedRate(scraper::look, 0, MILLIS, TimeUnit.MILLISECONDS);
                return scraper;
            } catch (Refused e) {
                client.shutdownNow();
                throw e;
            }
        }

        private static int firstPage(HttpClient client, HttpRequest request) throws Refused {
            try {
                HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
                if (response.statusCode() == 200) {
                    return response.body().length;
                }
                throw noPage(request, "HTTP status " + response.statusCode());
            } catch (IOException e) {
                throw noPage(request, e.toString());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw Fault.broken("The scrape was interrupted.", e);
            }
        }

        private static Refused noPage(HttpRequest request, String why) {
            return new Refused(
                    "there is no page of metrics at %s (%s)".formatted(request.uri(), why),
                    "let the variant serve it on MANAGEMENT_SERVER_PORT",
                    false);
        }

        /** A look that fails is not counted, and the next one is tried. */
        private void look() {
            try {
                HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
                if (response.statusCode() == 200) {
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
            return new Seen(looks.get(), first, last.get());
        }

        @Override
        public void close() {
            clock.shutdownNow();
            client.shutdownNow();
        }
    }
}
