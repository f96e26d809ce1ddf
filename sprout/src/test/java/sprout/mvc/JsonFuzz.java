package sprout.mvc;

import sprout.http.Fuzz;
import sprout.http.HttpException;

/** Any bytes as JSON: refused as documented, with a field that is named, or accepted; never anything else. */
public final class JsonFuzz {
    private JsonFuzz() {}

    /** Called by Jazzer and by {@code FuzzCorpusTest}. */
    public static void fuzzerTestOneInput(byte[] data) {
        try {
            JsonSyntax.require(data);
        } catch (InvalidRequestException e) {
            Fuzz.require(!e.errors().isEmpty(), "an error names its field");
        } catch (HttpException e) {
            Fuzz.require(e.status() == 400, "status " + e.status());
        }
    }
}
