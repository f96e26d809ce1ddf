package comparison.hyperfoil;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** The rows of the JMeter plan's data, read by all clients in turn, from the top again at the end. Safe for use by many threads. */
final class People {

    /** A field in quotes, or one without; a quote within quotes is none of these data's. */
    private static final Pattern FIELD = Pattern.compile("(?<=^|,)(?:\"([^\"]*)\"|([^,\"]*))(?=,|$)");

    private static final int COLUMNS = 4;

    private final List<Row> rows;
    private final AtomicInteger next = new AtomicInteger();

    private People(List<Row> rows) {
        this.rows = rows;
    }

    /**
     * Texts as they stand in a JSON body, each byte of their UTF-8 as one character: an answer may come in parts that end within one of
     * several bytes.
     *
     * @param name of the person that is created
     * @param description of the person that is created
     * @param newName that it is changed to
     * @param newDescription that it is changed to
     */
    record Row(String name, String description, String newName, String newDescription) {}

    /**
     * Reads the file; its first line names the columns.
     *
     * @throws IllegalArgumentException if a line has not four fields
     */
    static People read(Path file) throws IOException {
        return new People(Files.readAllLines(file, StandardCharsets.ISO_8859_1).stream()
                .skip(1)
                .map(People::row)
                .toList());
    }

    private static Row row(String line) {
        List<String> fields = FIELD.matcher(line)
                .results()
                .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
                .toList();
        if (fields.size() != COLUMNS) {
            throw new IllegalArgumentException("not four columns: " + line);
        }
        return new Row(fields.get(0), fields.get(1), fields.get(2), fields.get(3));
    }

    Row next() {
        return rows.get(Math.floorMod(next.getAndIncrement(), rows.size()));
    }
}
