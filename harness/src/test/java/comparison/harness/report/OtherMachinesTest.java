package comparison.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import comparison.harness.plan.Limits;
import comparison.harness.record.Clients;
import comparison.harness.record.Cluster;
import comparison.harness.record.Load;
import comparison.harness.record.RunFolder.LoadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtherMachinesTest {

    private static final Cluster CLUSTER = new Cluster(
            1,
            List.of(member("app"), member("database"), member("load")),
            List.of(new Cluster.Link("load", "app", 0.2, 100.0), new Cluster.Link("app", "database", 0.2, 10.0)));

    private static final OtherMachines ARTICLE = new OtherMachines(CLUSTER, Limits.ARTICLE);

    /** Ten seconds, in which the database used 1 s. */
    private static final Load CALM = SampleRun.facts(10, 0, 5_000_000_000L, 1_000_000_000L, 1_000_000_000L);

    @TempDir
    private Path folder;

    private static Cluster.Member member(String roles) {
        return new Cluster.Member(
                roles,
                "ssh://" + roles,
                roles,
                "28",
                "2",
                "cpu",
                4,
                8L << 30,
                "Linux",
                "Debian",
                "tsc",
                0.1,
                0,
                0.0,
                1);
    }

    private void traffic(String role, long mebibytes, long readerMillis) throws IOException {
        Files.writeString(folder.resolve("traffic-" + role + ".csv"), """
                atMillis,receivedBytes,sentBytes,readerNanos
                1000,0,0,0
                11000,%d,0,%d000000
                """.formatted(mebibytes << 20, readerMillis));
    }

    private List<String> codes(Load load, Optional<Clients> clients) {
        return ARTICLE.warnings("a cold, invocation 1", new LoadFolder(folder), load, clients).stream()
                .map(Warning::code)
                .toList();
    }

    @Test
    void a_load_without_these_files_has_no_warning() {
        assertThat(codes(CALM, Optional.empty())).isEmpty();
    }

    @Test
    void a_link_that_is_nearly_full_is_named_with_its_figures() throws IOException {
        traffic("app", 80, 50);
        traffic("database", 80, 50);

        assertThat(ARTICLE.warnings("a cold, invocation 1", new LoadFolder(folder), CALM, Optional.empty()))
                .singleElement()
                .extracting(Warning::line)
                .asString()
                .isEqualTo(
                        "a cold, invocation 1: a link, not the server, may have set the throughput: the machine database moved 8.0 MiB/s, and one connection reaches 10.0. Compare CPU per 1000 requests, or use a faster network.");
    }

    @Test
    void readings_that_cost_more_than_a_hundredth_of_a_processor_are_a_warning() throws IOException {
        traffic("app", 1, 150);

        assertThat(codes(CALM, Optional.empty())).containsExactly("reader-cost");
        assertThat(OtherMachines.readingsCost(CLUSTER, Stream.of(new LoadFolder(folder))))
                .containsExactly("the readings on the other machines took at most 1.5 % of one of their processors");
    }

    @Test
    void a_database_that_uses_all_that_it_may_is_a_warning() {
        Load busy = SampleRun.facts(10, 0, 5_000_000_000L, 19_000_000_000L, 1_000_000_000L);

        assertThat(codes(busy, Optional.empty())).containsExactly("database-bound");
        assertThat(new OtherMachines(CLUSTER, Limits.NONE)
                        .warnings("a", new LoadFolder(folder), busy, Optional.empty()))
                .isEmpty();
    }

    @Test
    void clients_that_began_one_after_the_other_are_a_warning() {
        assertThat(codes(CALM, Optional.of(new Clients(1, 90, List.of())))).isEmpty();
        assertThat(codes(CALM, Optional.of(new Clients(1, 110, List.of())))).containsExactly("start-skew");
    }

    @Test
    void what_a_hypervisor_took_from_the_database_is_a_warning() throws IOException {
        Files.writeString(folder.resolve("machine-database.csv"), """
                atMillis,busyNanos,stealNanos,totalNanos,loadAverage
                1000,0,0,0,0.1
                11000,100,50,1000,0.1
                """);

        assertThat(ARTICLE.warnings("a", new LoadFolder(folder), CALM, Optional.empty()))
                .singleElement()
                .extracting(Warning::text)
                .isEqualTo("the hypervisor took 5.0 % of the CPU time of the machine database during the load");
    }

    @Test
    void a_damaged_series_is_no_failure() throws IOException {
        Files.writeString(folder.resolve("traffic-app.csv"), "atMillis\n1,2\n");

        assertThat(codes(CALM, Optional.empty())).isEmpty();
    }
}
