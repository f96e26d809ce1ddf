package sprout.http;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Any target: its escapes are refused with 400, or decoded to text that, escaped again, decodes to itself. */
public final class EscapesFuzz {
    private EscapesFuzz() {}

    /** Called by Jazzer and by {@code FuzzCorpusTest}. */
    public static void fuzzerTestOneInput(byte[] data) {
        String text = new String(data, StandardCharsets.US_ASCII).replace('\ufffd', '?');
        try {
            String decoded = PercentEncoding.decodeQuery(text);
            Fuzz.require(decoded.indexOf('\0') < 0 || text.indexOf('\0') >= 0, "a NUL out of nothing");
            if (decoded.indexOf('\0') < 0) {
                String again = URLEncoder.encode(decoded, StandardCharsets.UTF_8);
                Fuzz.require(PercentEncoding.decodeQuery(again).equals(decoded), "decoded: " + decoded);
            }
            Fuzz.require(
                    text.indexOf('+') >= 0 || PercentEncoding.decodePath(text).equals(decoded),
                    "a path has no other escapes");
        } catch (HttpException e) {
            Fuzz.require(e.status() == 400, "status " + e.status());
            Fuzz.require(text.indexOf('%') >= 0, "refused without an escape");
        }
    }
}
