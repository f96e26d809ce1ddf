package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.record.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CardsTest {

    private static final Pattern NAME = Pattern.compile("<div class=\"row( best)?\"><span class=\"name\">([^<]*)");

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void a_variant_whose_answers_were_wrong_is_last_and_not_the_best_however_quick_it_is() throws IOException {
        String cards = cards(
                new SampleRun.Behaviour("quick-and-wrong", 2, 50, 1, 100, 7, false),
                SampleRun.Behaviour.of("servlet-platform", 10, 200, 2, 200));

        assertThat(rows(cards))
                .hasSize(10)
                .allMatch(row -> row.equals("servlet-platform best") || row.equals("quick-and-wrong"))
                .startsWith("servlet-platform best", "quick-and-wrong");
    }

    @Test
    void a_reference_that_failed_is_marked() throws IOException {
        String cards = cards(
                new SampleRun.Behaviour("servlet-platform", 2, 50, 1, 100, 7, false),
                SampleRun.Behaviour.of("webflux-platform", 10, 200, 2, 200));

        assertThat(cards).contains(">reference, failed</span>").doesNotContain(">reference</span>");
        assertThat(rows(cards)).startsWith("webflux-platform best", "servlet-platform");
    }

    private static List<String> rows(String cards) {
        return NAME.matcher(cards).results().map(CardsTest::row).toList();
    }

    private static String row(MatchResult match) {
        return match.group(2) + (match.group(1) == null ? "" : " best");
    }

    private String cards(SampleRun.Behaviour... behaviours) throws IOException {
        return Cards.html(Report.read(sampled(behaviours)));
    }

    private RunFolder sampled(SampleRun.Behaviour... behaviours) throws IOException {
        return SampleRun.write(folder.resolve("20260101-000000-article"), List.of(behaviours), 3, 2, 20, 1);
    }
}
