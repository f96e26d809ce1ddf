package sprout.mvc;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import sprout.http.Fuzz;
import sprout.http.HttpException;

/** Any bytes as a URL-encoded form: refused as documented, or fields that are the same when they are encoded and read again. */
public final class FormFuzz {
    private static final FormLimits LIMITS = new FormLimits(20, 1000, 1000, 256, Path.of("."));

    private FormFuzz() {}

    /** Called by Jazzer and by {@code FuzzCorpusTest}. */
    public static void fuzzerTestOneInput(byte[] data) {
        try {
            Form form = Form.urlEncoded(data, LIMITS);
            String again = encoded(form);
            Fuzz.require(encoded(read(again)).equals(again), "read again: " + again);
        } catch (InvalidRequestException e) {
            Fuzz.require(!e.errors().isEmpty(), "an error names its field");
        } catch (HttpException e) {
            Fuzz.require(e.status() == 413, "status " + e.status());
        }
    }

    private static Form read(String text) {
        return Form.urlEncoded(text.getBytes(StandardCharsets.US_ASCII), LIMITS);
    }

    private static String encoded(Form form) {
        StringBuilder text = new StringBuilder();
        for (String name : form.names()) {
            for (String value : form.fields(name)) {
                text.append(String.join("=", List.of(encoded(name), encoded(value))))
                        .append('&');
            }
        }
        return text.toString();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
