package comparison.lab.profile;

import comparison.harness.report.Table;
import comparison.lab.study.Page;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Renders the findings as a page with links to the flame graphs. */
final class ProfileReport {

    private ProfileReport() {}

    /**
     * Renders the page: shares of the CPU time, differences, then each variant's findings.
     *
     * @param profiles in the order in which they ran
     * @param differences between them, or from an earlier run
     */
    static Page of(List<Profile> profiles, List<Baseline.Difference> differences) {
        Page page = new Page("Profile")
                .text(
                        "Where processor time, memory and waiting went under the article's load. A profiled server is slower"
                                + " than one that is left alone: take figures of a comparison from ./bench run.");
        shares(profiles, page);
        if (!differences.isEmpty()) {
            page.part("Differences")
                    .text("Flame graphs as wide as now: yellow is only here, red is more expensive, blue is cheaper."
                            + " Follow yellow and red frames upwards to the innermost one.");
            differences.forEach(difference ->
                    page.link(difference.graph(), difference.section().title()));
            differences.forEach(difference -> page.section(difference.section()));
        }
        profiles.forEach(profile -> add(profile, page));
        return page;
    }

    private static void shares(List<Profile> profiles, Page page) {
        List<Profile> sampled =
                profiles.stream().filter(profile -> !profile.shares().isEmpty()).toList();
        if (sampled.isEmpty()) {
            return;
        }
        page.part("Shares of the processor time")
                .text(
                        "Percent of each server's samples, without those of the profilers. They are shares of different totals:"
                                + " two servers' costs cannot be compared by them.");
        sampled.getFirst()
                .shares()
                .forEach((grouping, concerns) -> page.table(
                        Stream.concat(Stream.of(grouping), sampled.stream().map(Profile::variant))
                                .toList(),
                        concerns.keySet().stream()
                                .map(concern -> Stream.concat(
                                                Stream.of(concern),
                                                sampled.stream().map(profile -> percent(profile, grouping, concern)))
                                        .toList())
                                .toList()));
    }

    private static String percent(Profile profile, String grouping, String concern) {
        double share = profile.shares().getOrDefault(grouping, Map.of()).getOrDefault(concern, 0.0);
        return Table.number(share, 1);
    }

    private static void add(Profile profile, Page page) {
        Double micros = profile.serverCpuMicros();
        String cpu = micros == null ? "" : "; %.0f µs of CPU time per request, profilers included".formatted(micros);
        page.part(profile.variant())
                .text("%d requests in %.1f s, %d errors%s."
                        .formatted(profile.requests(), profile.seconds(), profile.errors(), cpu));
        profile.warnings().forEach(page::warning);
        String folder = profile.variant() + "/";
        profile.events()
                .forEach(event -> page.link(
                        folder + event.id() + ".html",
                        "flame graph of %s: %s".formatted(event.meaning(), event.advice())));
        page.link(folder + "profile.json", "these findings for programs");
        profile.sections().forEach(page::section);
    }
}
