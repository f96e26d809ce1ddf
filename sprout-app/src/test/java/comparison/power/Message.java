package comparison.power;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A request or an answer in HTTP/1.1, byte by byte: each character is one byte (Latin-1), also in the body.
 *
 * @param start request line or status line
 * @param fields header lines
 * @param body as sent, without a transfer coding
 */
record Message(String start, List<String> fields, String body) {

    /** Reads a request, or nothing if the client has no more of them. */
    static Optional<Message> request(InputStream in) throws IOException {
        String start = line(in);
        return start == null ? Optional.empty() : Optional.of(framed(in, start, fields(in)));
    }

    /** Reads the answer to a request. */
    static Message answer(InputStream in, String method) throws IOException {
        String start = line(in);
        if (start == null) {
            throw new EOFException("No answer to a " + method);
        }
        List<String> fields = fields(in);
        boolean bodiless = "HEAD".equals(method) || start.matches("HTTP/1.1 (1..|204|304).*");
        return bodiless ? new Message(start, fields, "") : framed(in, start, fields);
    }

    static Message answer(String status, String type, String body) {
        return new Message("HTTP/1.1 " + status, List.of("Content-Type: " + type), "").withBody(body);
    }

    private static Message framed(InputStream in, String start, List<String> fields) throws IOException {
        Message head = new Message(start, fields, "");
        if (head.field("Transfer-Encoding").equalsIgnoreCase("chunked")) {
            return head.without("Transfer-Encoding").withBody(chunks(in));
        }
        String length = head.field("Content-Length");
        return length.isEmpty() ? head : new Message(start, fields, bytes(in, Integer.parseInt(length)));
    }

    private static @Nullable String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int octet = in.read(); octet != '\n'; octet = in.read()) {
            if (octet < 0) {
                return null;
            }
            line.write(octet);
        }
        return line.toString(ISO_8859_1).stripTrailing();
    }

    private static List<String> fields(InputStream in) throws IOException {
        List<String> fields = new ArrayList<>();
        for (String field = line(in); field != null && !field.isEmpty(); field = line(in)) {
            fields.add(field);
        }
        return fields;
    }

    private static String chunks(InputStream in) throws IOException {
        StringBuilder body = new StringBuilder();
        for (String size = line(in); size != null; size = line(in)) {
            String chunk = bytes(in, Integer.parseInt(size, 16));
            line(in);
            if (chunk.isEmpty()) {
                return body.toString();
            }
            body.append(chunk);
        }
        throw new EOFException("The answer ends within a body");
    }

    private static String bytes(InputStream in, int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("The message ends within a body");
        }
        return new String(bytes, ISO_8859_1);
    }

    String method() {
        return start.split(" ", 2)[0];
    }

    /** Returns the status code of an answer. */
    int status() {
        return Integer.parseInt(start.split(" ", 3)[1]);
    }

    /** Returns whether the connection ends with it. */
    boolean isLast() {
        return field("Connection").equalsIgnoreCase("close");
    }

    /** Returns whether method and target of a request match, for example {@code "PUT /person/\\d+"}. */
    boolean is(String requests) {
        return start.matches(requests + " HTTP/1.1");
    }

    /** Returns the first value of a field, or an empty string. */
    String field(String name) {
        return fields.stream()
                .filter(field -> isNamed(field, name))
                .map(field -> field.substring(name.length() + 1).strip())
                .findFirst()
                .orElse("");
    }

    private static boolean isNamed(String field, String name) {
        return field.regionMatches(true, 0, name + ":", 0, name.length() + 1);
    }

    Message withStart(String other) {
        return new Message(other, fields, body);
    }

    Message without(String name) {
        return new Message(
                start, fields.stream().filter(field -> !isNamed(field, name)).toList(), body);
    }

    Message with(String name, String value) {
        Stream<String> others = without(name).fields.stream();
        return new Message(
                start, Stream.concat(others, Stream.of(name + ": " + value)).toList(), body);
    }

    Message withBody(String other) {
        Message sized = with("Content-Length", "" + other.length());
        return new Message(start, sized.fields, other);
    }

    Message withoutBody() {
        return new Message(start, without("Content-Length").fields, "");
    }

    /** Replaces what matches a regular expression in the body. */
    Message edited(String regex, String replacement) {
        String other = body.replaceAll(regex, replacement);
        return other.equals(body) ? this : withBody(other);
    }

    /** Replaces what first matches a regular expression in the start line. */
    Message redirected(String text, String replacement) {
        return withStart(start.replaceFirst(text, Matcher.quoteReplacement(replacement)));
    }

    byte[] bytes() {
        String head = start + "\r\n" + String.join("\r\n", fields) + (fields.isEmpty() ? "\r\n" : "\r\n\r\n");
        return (head + body).getBytes(ISO_8859_1);
    }
}
