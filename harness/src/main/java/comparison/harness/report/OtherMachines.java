package comparison.harness.report;

import comparison.harness.plan.Limits;
import comparison.harness.probe.Machine;
import comparison.harness.probe.Series;
import comparison.harness.probe.Traffic;
import comparison.harness.record.Clients;
import comparison.harness.record.Cluster;
import comparison.harness.record.Load;
import comparison.harness.record.RunFolder.LoadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Shows what other than the server may have limited a load on several machines: a link, the database, a hypervisor, or
 * clients that did not begin together.
 *
 * @param cluster the machines and their links
 * @param limits of the database
 */
record OtherMachines(Cluster cluster, Limits limits) {

    /**
     * Above this share of the bandwidth of one connection, packets wait for each other. Several connections may reach
     * more, so this is a doubt and not a proof.
     */
    private static final double MOST_OF_LINK = 0.7;

    private static final double MOST_OF_DATABASE = 0.9;
    private static final double MOST_SKEW = 0.01;
    /** Largest acceptable cost of the readings on a machine, as a share of one processor. */
    private static final double MOST_READING = 0.01;

    private static final String APP = "app";
    private static final String DATABASE = "database";

    /**
     * Lists the warnings about one load. Series that are missing or damaged cause none: no figure depends on them.
     *
     * @param clients empty if there was only one
     */
    List<Warning> warnings(String about, LoadFolder load, Load facts, Optional<Clients> clients) {
        List<Warning> warnings = new ArrayList<>();
        for (Cluster.Member member : cluster.machines()) {
            String role = Cluster.suffix(member.roles());
            link(about, member, series(Traffic.SERIES, load.traffic(role)), warnings);
            if (!member.roles().startsWith(APP)) {
                steal(about, member, series(Machine.SERIES, load.machine(role)), warnings);
            }
        }
        database(about, facts, warnings);
        clients.map(sent -> sent.startSkewMillis() / TimeUnit.SECONDS.toMillis(1) / facts.seconds())
                .filter(share -> share > MOST_SKEW)
                .ifPresent(share -> warnings.add(Doubt.START_SKEW.about(about, share * 100)));
        return warnings;
    }

    private void link(String about, Cluster.Member member, List<Traffic> readings, List<Warning> warnings) {
        double traffic = Traffic.mibPerSecond(readings);
        OptionalDouble bandwidth = bandwidth(member.roles());
        if (bandwidth.isPresent() && traffic > MOST_OF_LINK * bandwidth.getAsDouble()) {
            warnings.add(Doubt.LINK_BOUND.about(about, member.roles(), traffic, bandwidth.getAsDouble()));
        }
        double reading = Traffic.readerShare(readings);
        if (reading > MOST_READING) {
            warnings.add(Doubt.READER_COST.about(about, member.roles(), reading * 100));
        }
    }

    /** Returns the bandwidth of a machine's fastest link in MiB/s, because its own connection has at least that. */
    private OptionalDouble bandwidth(String roles) {
        return cluster.links().stream()
                .filter(link -> link.from().equals(roles) || link.to().equals(roles))
                .mapToDouble(Cluster.Link::mibPerSecond)
                .max();
    }

    private static void steal(String about, Cluster.Member member, List<Machine> readings, List<Warning> warnings) {
        Double steal = readings.isEmpty() ? null : readings.getLast().stealSince(readings.getFirst());
        if (steal != null && steal > Warning.MOST_STEAL) {
            warnings.add(Doubt.STEAL_ELSEWHERE.about(about, member.roles(), steal * 100));
        }
    }

    private void database(String about, Load facts, List<Warning> warnings) {
        Long used = facts.cpu().databaseNanos();
        cluster.machines().stream()
                .filter(member -> List.of(member.roles().split(" and ")).contains(DATABASE))
                .findFirst()
                .filter(_ -> used != null)
                .map(member -> limits == Limits.NONE ? member.cores() : Math.min(Limits.CPUS, member.cores()))
                .map(cpus -> Objects.requireNonNull(used) / (facts.seconds() * cpus * TimeUnit.SECONDS.toNanos(1)))
                .filter(share -> share > MOST_OF_DATABASE)
                .ifPresent(share -> warnings.add(Doubt.DATABASE_BOUND.about(about, share * 100)));
    }

    /** Describes what the readings cost on the machine where they cost most; empty if that is unknown. */
    static Stream<String> readingsCost(Cluster cluster, Stream<LoadFolder> loads) {
        OptionalDouble most = loads.flatMap(load -> cluster.machines().stream()
                        .map(member -> series(Traffic.SERIES, load.traffic(Cluster.suffix(member.roles())))))
                .filter(readings -> readings.size() > 1)
                .mapToDouble(Traffic::readerShare)
                .max();
        return most.isPresent()
                ? Stream.of(String.format(
                        Locale.ROOT,
                        "the readings on the other machines took at most %.1f %% of one of their processors",
                        most.getAsDouble() * 100))
                : Stream.empty();
    }

    private static <T extends Record> List<T> series(Series<T> series, Path file) {
        try {
            return Files.isRegularFile(file) ? series.read(file) : List.of();
        } catch (IOException | IllegalArgumentException e) {
            return List.of();
        }
    }
}
