package comparison.harness.load;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Splits comma-separated text into records (RFC 4180): a quoted field may hold commas, line breaks and doubled quotes. */
final class Csv {

    private static final int END = -1;

    private final Reader text;
    private int next;
    private boolean cutOff;

    Csv(Reader text) throws IOException {
        this.text = text;
        this.next = text.read();
    }

    /** Returns the next record, or nothing at the end. */
    Optional<List<String>> read() throws IOException {
        if (next == END) {
            return Optional.empty();
        }
        List<String> fields = new ArrayList<>();
        fields.add(field());
        while (next == ',') {
            next = text.read();
            fields.add(field());
        }
        cutOff = next == END;
        skipLineEnd();
        return Optional.of(fields);
    }

    /** Returns whether the text ended before the line of the last record did. */
    boolean cutOff() {
        return cutOff;
    }

    private String field() throws IOException {
        StringBuilder field = new StringBuilder();
        if (next == '"') {
            quoted(field);
        }
        while (next != ',' && next != '\n' && next != '\r' && next != END) {
            field.append((char) next);
            next = text.read();
        }
        return field.toString();
    }

    private void quoted(StringBuilder field) throws IOException {
        next = text.read();
        while (next != END && (next != '"' || isDoubled())) {
            field.append((char) next);
            next = text.read();
        }
    }

    /** At a quote: steps to the second one of a pair, which stands for one character, or past the one that ends the field. */
    private boolean isDoubled() throws IOException {
        next = text.read();
        return next == '"';
    }

    private void skipLineEnd() throws IOException {
        while (next == '\r' || next == '\n') {
            next = text.read();
        }
    }
}
