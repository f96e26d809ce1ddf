package sprout.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sprout.mvc.FormFuzz;
import sprout.mvc.JsonFuzz;
import sprout.mvc.MultipartFuzz;
import sprout.server.ConnectionFuzz;
import sprout.server.TlsFuzz;
import sprout.websocket.FrameFuzz;
import sprout.websocket.SessionFuzz;

/** The fuzz targets over their corpus, and over mutations of it that are the same in every run. */
@Tag("slow")
final class FuzzCorpusTest {
    private static final int MUTATIONS = 20_000;

    /** The targets; the name in lower case is the folder of the corpus. */
    @SuppressWarnings("ImmutableEnumChecker") // method references have no state
    enum Target {
        REQUEST(RequestFuzz::fuzzerTestOneInput),
        CHUNKED(ChunkedFuzz::fuzzerTestOneInput),
        RESPONSE(ResponseFuzz::fuzzerTestOneInput),
        ESCAPES(EscapesFuzz::fuzzerTestOneInput),
        FORM(FormFuzz::fuzzerTestOneInput),
        FRAME(FrameFuzz::fuzzerTestOneInput),
        JSON(JsonFuzz::fuzzerTestOneInput),
        MULTIPART(MultipartFuzz::fuzzerTestOneInput),
        CONNECTION(ConnectionFuzz::fuzzerTestOneInput, 5000),
        SESSION(SessionFuzz::fuzzerTestOneInput, 5000),
        /** Fewer, because a handshake takes a millisecond. */
        TLS(TlsFuzz::fuzzerTestOneInput, 500);

        private final Consumer<byte[]> run;
        private final int mutations;

        Target(Consumer<byte[]> run) {
            this(run, MUTATIONS);
        }

        Target(Consumer<byte[]> run, int mutations) {
            this.run = run;
            this.mutations = mutations;
        }

        List<byte[]> corpus() throws IOException, URISyntaxException {
            String folder = "/fuzz/" + name().toLowerCase(Locale.ROOT);
            Path path = Path.of(Objects.requireNonNull(FuzzCorpusTest.class.getResource(folder))
                    .toURI());
            try (Stream<Path> files = Files.list(path)) {
                return files.sorted().map(Target::read).toList();
            }
        }

        private static byte[] read(Path file) {
            try {
                return Files.readAllBytes(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void holdsForTheCorpus(Target target) throws Exception {
        target.corpus().forEach(target.run);
    }

    @ParameterizedTest
    @EnumSource
    void holdsForMutationsOfTheCorpus(Target target) throws Exception {
        List<byte[]> corpus = target.corpus();
        Random random = new Random(9112);
        for (int i = 0; i < target.mutations; i++) {
            target.run.accept(mutated(corpus.get(random.nextInt(corpus.size())), corpus, random));
        }
    }

    private static byte[] mutated(byte[] seed, List<byte[]> corpus, Random random) {
        byte[] bytes = seed.clone();
        for (int i = random.nextInt(4); i >= 0 && bytes.length > 0; i--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] = (byte) "\r\n :,;%0\t".charAt(random.nextInt(9));
                case 2 ->
                    bytes = joined(bytes, 0, at, bytes, Math.min(bytes.length, at + random.nextInt(4)), bytes.length);
                default -> {
                    byte[] other = corpus.get(random.nextInt(corpus.size()));
                    bytes = joined(bytes, 0, at, other, random.nextInt(other.length + 1), other.length);
                }
            }
        }
        return bytes;
    }

    private static byte[] joined(byte[] one, int oneFrom, int oneTo, byte[] two, int twoFrom, int twoTo) {
        byte[] all = new byte[oneTo - oneFrom + twoTo - twoFrom];
        System.arraycopy(one, oneFrom, all, 0, oneTo - oneFrom);
        System.arraycopy(two, twoFrom, all, oneTo - oneFrom, twoTo - twoFrom);
        return all;
    }
}
