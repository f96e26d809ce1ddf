package sprout.mvc;

import java.nio.charset.StandardCharsets;
import sprout.http.Fuzz;
import sprout.http.HttpException;

/** Any bytes as JSON: refused as documented, with a field that is named, or read whole; never anything else. */
public final class JsonFuzz {
    private static final Json JSON = Json.generated();

    private JsonFuzz() {}

    /** Called by Jazzer and by {@code FuzzCorpusTest}. */
    public static void fuzzerTestOneInput(byte[] data) {
        try {
            JsonSyntax.require(data);
            String whole = new String(data, StandardCharsets.UTF_8).strip();
            Fuzz.require(new CheckedJson(data).readRaw().equals(whole), "a value is skipped whole");
            JSON.read(data, Object.class);
        } catch (InvalidRequestException e) {
            Fuzz.require(!e.errors().isEmpty(), "an error names its field");
        } catch (HttpException e) {
            Fuzz.require(e.status() == 400, "status " + e.status());
        }
    }
}
