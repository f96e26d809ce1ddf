package comparison.experiments;

import java.nio.charset.StandardCharsets;
import sprout.beans.annotation.ConditionalOnProperty;
import sprout.mvc.annotation.GetMapping;
import sprout.mvc.annotation.RestController;

/** Serves the page, to show how it grows. */
@RestController
@ConditionalOnProperty("experiment.page")
class PageController {

    private final ScrapedPage page;

    PageController(ScrapedPage page) {
        this.page = page;
    }

    @GetMapping("/experiment/page")
    String page() {
        return new String(page.write(), StandardCharsets.UTF_8);
    }
}
