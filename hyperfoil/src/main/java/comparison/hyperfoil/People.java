package comparison.hyperfoil;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/**
 * The rows of the JMeter plan's data. All clients take them in turn and start again at the end. Safe for use by many
 * threads.
 */
final class People {

    /** A field with or without quotes. These data have no quotes within fields. */
    private static final Pattern FIELD = Pattern.compile("(?<=^|,)(?:\"([^\"]*)\"|([^,\"]*))(?=,|$)");

    private static final int COLUMNS = 4;

    private final List<Row> rows;
    private final AtomicInteger next = new AtomicInteger();

    private People(List<Row> rows) {
        this.rows = rows;
    }

    /**
     * Texts as in a JSON body, with one Latin-1 character per byte of their UTF-8 form. A response may arrive in parts
     * that end within a multi-byte character.
     *
     * @param name of the person that is created
     * @param description of the person that is created
     * @param newName after the update
     * @param newDescription after the update
     */
    record Row(String name, String description, String newName, String newDescription) {}

    /**
     * Reads a file whose first line names the columns.
     *
     * @throws IllegalArgumentException if a line does not have four fields
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
