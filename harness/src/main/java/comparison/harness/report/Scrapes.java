package comparison.harness.report;

import comparison.harness.plan.Plan;
import comparison.harness.plan.Variant;
import comparison.harness.probe.Scrape;
import comparison.harness.record.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks that all variants were observed alike. */
final class Scrapes {

    private Scrapes() {}

    /** Warns about each variant whose metrics page did not answer every fetch. */
    static List<Warning> warnings(RunFolder run, Plan plan) {
        return plan.variants().stream()
                .flatMap(variant -> warning(run, plan, variant).stream())
                .toList();
    }

    private static Optional<Warning> warning(RunFolder run, Plan plan, Variant variant) {
        List<Scrape> scrapes = plan.order().stream()
                .filter(slot -> slot.variant().equals(variant.id()))
                .flatMap(slot -> read(run.invocation(slot).scrapes()))
                .toList();
        long answered = scrapes.stream().filter(Scrape::answered).count();
        return answered == scrapes.size()
                ? Optional.empty()
                : Optional.of(Doubt.NOT_SCRAPED.about(variant.id(), answered, scrapes.size()));
    }

    /**
     * Reads the fetches of a start. No figure depends on them, so a damaged file counts as one unanswered fetch and
     * fails nothing.
     */
    private static Stream<Scrape> read(Path file) {
        try {
            return Files.isRegularFile(file) ? Scrape.SERIES.read(file).stream() : Stream.empty();
        } catch (IOException | IllegalArgumentException e) {
            return Stream.of(new Scrape(0, 0, 0, 0));
        }
    }
}
