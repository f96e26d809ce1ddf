package comparison.harness.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The data that a page holds for its own script. */
final class PageData {

    private static final String START = "<script id=\"data\" type=\"application/json\">";

    private PageData() {}

    static JsonNode of(Path page) throws IOException {
        String text = Files.readString(page);
        int from = text.indexOf(START);
        if (from < 0) {
            throw new AssertionError(page + " has no " + START);
        }
        from += START.length();
        return JsonMapper.shared().readTree(text.substring(from, text.indexOf("</script>", from)));
    }
}
