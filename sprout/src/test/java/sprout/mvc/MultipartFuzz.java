package sprout.mvc;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import sprout.http.Fuzz;
import sprout.http.HttpException;

/** Any bytes as a multipart body: refused as documented, or the same parts however they arrive. */
public final class MultipartFuzz {
    private static final int HEADER_BYTES = 256;

    private MultipartFuzz() {}

    /** Called by Jazzer and by {@code FuzzCorpusTest}. */
    public static void fuzzerTestOneInput(byte[] data) {
        String whole = outcome(data, data.length);
        String pieces = outcome(data, Fuzz.cuts(data));
        Fuzz.require(whole.equals(pieces), "whole: " + whole + "\nin pieces: " + pieces);
    }

    private static String outcome(byte[] data, int... ends) {
        Found found = new Found();
        MultipartParser parser = new MultipartParser("b", HEADER_BYTES, found);
        try {
            int from = 0;
            for (int end : ends) {
                parser.push(data, from, end - from);
                from = end;
            }
            parser.finish();
            found.finish();
        } catch (HttpException e) {
            Fuzz.require(e.status() == 400 || e.status() == 413, "status " + e.status());
            found.parts.add(String.valueOf(e.status()));
        }
        Fuzz.require(found.bytes <= data.length, "more bytes than there were");
        return found.parts.toString();
    }

    private static final class Found implements MultipartParser.Parts {
        final List<String> parts = new ArrayList<>();
        private final StringBuilder part = new StringBuilder();
        private boolean open;
        private int bytes;

        @Override
        public void begin(Map<String, String> headers) {
            Fuzz.require(!open, "a part within a part");
            open = true;
            part.setLength(0);
            part.append(headers).append(' ');
        }

        @Override
        public void data(byte[] content, int offset, int length) {
            Fuzz.require(open && length > 0, "content of no part");
            bytes += length;
            part.append(new String(content, offset, length, StandardCharsets.ISO_8859_1));
        }

        @Override
        public void end() {
            Fuzz.require(open, "the end of no part");
            Fuzz.require(part.indexOf("\r\n--b") < 0, "a delimiter within a part");
            open = false;
            parts.add(part.toString());
        }

        void finish() {
            Fuzz.require(!open, "a part without an end");
        }
    }
}
