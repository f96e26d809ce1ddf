package comparison.harness.runtime;

import comparison.harness.record.Disk;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** Creates the folder of files that variants serve below {@code /benchmark/file}. */
final class ServedFiles {

    /** A file of 100 MB, as in the article on reading files. */
    private static final String LARGE = "large.bin";

    private static final int SIZE = 100_000_000;
    private static final int BLOCK = 1_000_000;

    private ServedFiles() {}

    /**
     * Creates the file if it is missing or has another size.
     *
     * @return the folder
     */
    static Path in(Path project) {
        Path folder = project.resolve("harness/target/files");
        Path large = folder.resolve(LARGE);
        Disk.attempt("make " + large, () -> {
            Files.createDirectories(folder);
            if (!Files.isRegularFile(large) || Files.size(large) != SIZE) {
                fill(large);
            }
        });
        return folder;
    }

    /** Writes random bytes, because a sparse file would not be read from disk. */
    private static void fill(Path file) throws IOException {
        byte[] block = new byte[BLOCK];
        new Random(1).nextBytes(block);
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int written = 0; written < SIZE; written += BLOCK) {
                out.write(block);
            }
        }
    }
}
