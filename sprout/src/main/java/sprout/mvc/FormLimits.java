package sprout.mvc;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import sprout.config.AppConfig;
import sprout.config.ConfigException;
import sprout.config.DataSize;
import sprout.config.Setting;

/**
 * Limits the size of a form. The server's limit for bodies applies to the whole form.
 *
 * @param fields the maximum number of fields of a URL-encoded form, or parts of a multipart form
 * @param partBytes the maximum size of a file
 * @param memoryBytes the maximum size of a part in memory; a larger file goes to the folder, a larger field is rejected
 * @param headerBytes the maximum size of the headers of one part
 * @param folder the folder of temporary files
 */
record FormLimits(int fields, long partBytes, int memoryBytes, int headerBytes, Path folder) {
    private static final Setting<Integer> FIELDS = Setting.number(
            "forms.max-fields", "1000", 1, 1_000_000, "of a form, or parts of a multipart form; else 413");
    private static final Setting<DataSize> FILE_BYTES =
            Setting.size("multipart.max-file-bytes", "10MB", 0, Long.MAX_VALUE, "of one file; else 413");
    private static final Setting<DataSize> MEMORY_BYTES = Setting.size(
            "multipart.memory-bytes",
            "256KB",
            0,
            1 << 30,
            "of a part in memory: a larger file goes to the folder, a larger field gets 413");
    private static final Setting<DataSize> HEADER_BYTES =
            Setting.size("multipart.max-header-bytes", "8KB", 128, 1 << 20, "of the headers of one part; else 413");
    private static final Setting<String> FOLDER = Setting.text(
            "multipart.folder", "", "where temporary files are; that of the JVM (`java.io.tmpdir`) unless it is set");

    /** All settings of this class. */
    static final List<Setting<?>> SETTINGS = List.of(FIELDS, FILE_BYTES, MEMORY_BYTES, HEADER_BYTES, FOLDER);

    static FormLimits from(AppConfig config) {
        return new FormLimits(
                config.get(FIELDS),
                config.get(FILE_BYTES).bytes(),
                (int) config.get(MEMORY_BYTES).bytes(),
                (int) config.get(HEADER_BYTES).bytes(),
                folder(config.get(FOLDER)));
    }

    /** Checks only a configured folder: an application that accepts no files starts without one. */
    private static Path folder(String text) {
        if (text.isEmpty()) {
            return Path.of(System.getProperty("java.io.tmpdir", "."));
        }
        Path folder = Path.of(text);
        if (!Files.isDirectory(folder)) {
            throw new ConfigException("multipart.folder is '%s', but must be a folder that exists".formatted(text));
        }
        return folder;
    }
}
