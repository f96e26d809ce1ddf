package sprout.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Any bytes as chunked body: the decoder agrees with a slow and obvious one, and the same however they arrive. */
public final class ChunkedFuzz {
    private static final HttpLimits LIMITS = new HttpLimits(256, 100_000, 1000, 1_000_000);
    private static final String VALUE = "[\\t\\x20-\\x7e\\x80-\\xff]*";
    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
    private static final String QUOTED = "\"(?:[\\t\\x20!#-\\[\\]-~\\x80-\\xff]|\\\\[\\t\\x20-\\x7e\\x80-\\xff])*+\"";
    private static final String BLANKS = "[ \\t]*";
    private static final Pattern SIZE = Pattern.compile("[0-9a-fA-F]{1,15}");
    private static final Pattern EXTENSION = Pattern.compile(
            BLANKS + ";" + BLANKS + TOKEN + "(?:" + BLANKS + "=" + BLANKS + "(?:" + TOKEN + "|" + QUOTED + "))?");
    private static final Pattern TRAILER = Pattern.compile(TOKEN + ":" + VALUE + "\r\n");

    private ChunkedFuzz() {}

    /** Called by Jazzer and by {@code FuzzCorpusTest}. */
    public static void fuzzerTestOneInput(byte[] data) {
        String whole = decode(data, data.length);
        String pieces = decode(data, Fuzz.cuts(data));
        Fuzz.require(whole.equals(pieces), "whole: " + whole + "\nin pieces: " + pieces);
        String reference = reference(new String(data, StandardCharsets.ISO_8859_1));
        boolean complete = whole.startsWith("done");
        Fuzz.require(
                complete ? whole.equals(reference) : reference.isEmpty() || Fuzz.isLimit(whole),
                "decoder: " + whole + "\nreference: " + reference);
    }

    private static String decode(byte[] data, int... ends) {
        ChunkedDecoder decoder = new ChunkedDecoder(LIMITS);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        int at = 0;
        try {
            for (int end : ends) {
                while (at < end && !decoder.done()) {
                    at = decoder.skipFraming(data, at, end);
                    int count = (int) Math.min(decoder.dataRemaining(), end - at);
                    body.write(data, at, count);
                    if (count > 0) {
                        decoder.dataTaken(count);
                    }
                    at += count;
                }
            }
        } catch (HttpException e) {
            return String.valueOf(e.status());
        }
        return decoder.done() ? "done " + at + ' ' + body.toString(StandardCharsets.ISO_8859_1) : "incomplete";
    }

    /** Empty if the text does not begin with a whole chunked body. */
    private static String reference(String text) {
        StringBuilder body = new StringBuilder();
        Matcher size = SIZE.matcher(text);
        int at = 0;
        while (size.region(at, text.length()).lookingAt()) {
            long count = Long.parseLong(size.group(), 16);
            at = afterAll(EXTENSION, text, size.end());
            if (!text.startsWith("\r\n", at)) {
                return "";
            }
            at += 2;
            if (count == 0) {
                return end(text, at, body);
            }
            if (count > text.length() - at || !text.startsWith("\r\n", at + (int) count)) {
                return "";
            }
            body.append(text, at, at + (int) count);
            at += (int) count + 2;
        }
        return "";
    }

    private static String end(String text, int from, StringBuilder body) {
        int at = afterAll(TRAILER, text, from);
        return text.startsWith("\r\n", at) ? "done " + (at + 2) + ' ' + body : "";
    }

    /** A loop, because a repeated group of a pattern takes stack for each of hundreds. */
    private static int afterAll(Pattern each, String text, int from) {
        Matcher matcher = each.matcher(text);
        int at = from;
        while (matcher.region(at, text.length()).lookingAt()) {
            at = matcher.end();
        }
        return at;
    }
}
