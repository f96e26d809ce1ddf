package sprout.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import sprout.http.ResponseEncoder.Persistence;

/** Any text as header of a response: refused, or on the wire exactly the line that was asked for and no other. */
public final class ResponseFuzz {
    private static final byte[] DATE = "Sun, 06 Nov 1994 08:49:37 GMT".getBytes(StandardCharsets.US_ASCII);

    private ResponseFuzz() {}

    /** Called by Jazzer and by {@code FuzzCorpusTest}. The input is name, value, name, value, …, separated by zeros. */
    public static void fuzzerTestOneInput(byte[] data) {
        String[] texts = new String(data, StandardCharsets.ISO_8859_1).split("\0", 40);
        ResponseHead head = new ResponseHead();
        List<String> expected = new ArrayList<>(List.of("HTTP/1.1 200 OK"));
        for (int i = 0; i + 1 < texts.length; i += 2) {
            int before = head.size();
            if (accepted(head, texts[i], texts[i + 1]) && head.size() > before) {
                expected.add(texts[i] + ": " + texts[i + 1]);
            }
        }
        byte[] out = new byte[ResponseEncoder.maxLength(head)];
        int end = ResponseEncoder.head(head, data.length, Persistence.CLOSE, DATE, out, 0);
        if (head.first("Date") == null) {
            expected.add("Date: Sun, 06 Nov 1994 08:49:37 GMT");
        }
        expected.addAll(List.of("Content-Length: " + data.length, "Connection: close", "", ""));
        String wire = new String(out, 0, end, StandardCharsets.ISO_8859_1);
        Fuzz.require(List.of(wire.split("\r\n", -1)).equals(expected), "on the wire: " + wire);
    }

    private static boolean accepted(ResponseHead head, String name, String value) {
        try {
            head.add(name, value);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
