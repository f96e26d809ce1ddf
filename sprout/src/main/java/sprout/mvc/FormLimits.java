package sprout.mvc;

import java.nio.file.Files;
import java.nio.file.Path;
import sprout.config.AppConfig;
import sprout.config.ConfigException;

/**
 * What a form may hold; the whole of it is bounded by the server's limit for bodies.
 *
 * @param fields most fields of a URL-encoded form, or parts of a multipart form
 * @param partBytes largest file
 * @param memoryBytes largest part that is held in memory; a larger file goes to the folder, a larger field is refused
 * @param headerBytes most bytes of one part's headers
 * @param folder where temporary files are
 */
record FormLimits(int fields, long partBytes, int memoryBytes, int headerBytes, Path folder) {
    static FormLimits from(AppConfig config) {
        return new FormLimits(
                config.number("forms.max-fields", 1000, 1, 1_000_000),
                config.number("multipart.max-file-bytes", 10L << 20, 0, Long.MAX_VALUE),
                config.number("multipart.memory-bytes", 256 << 10, 0, 1 << 30),
                config.number("multipart.max-header-bytes", 8192, 128, 1 << 20),
                config.find("multipart.folder")
                        .map(FormLimits::folder)
                        .orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir", "."))));
    }

    /** Only a folder that was asked for must exist: an application that takes no files starts without any. */
    private static Path folder(String text) {
        Path folder = Path.of(text);
        if (!Files.isDirectory(folder)) {
            throw new ConfigException("multipart.folder is '%s', but must be a folder that exists".formatted(text));
        }
        return folder;
    }
}
