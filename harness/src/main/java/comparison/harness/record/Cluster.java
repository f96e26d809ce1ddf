package comparison.harness.record;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The machines of a run and the links between them, as the last session found them; {@code machines.json}. Missing if
 * all roles were on one machine.
 *
 * @param schemaVersion version of the JSON form
 * @param machines each once
 * @param links measured before the first start of the session
 */
public record Cluster(int schemaVersion, List<Member> machines, List<Link> links) {

    /** The version that this program writes. */
    public static final int SCHEMA_VERSION = 1;

    /**
     * A machine.
     *
     * @param roles what runs there, such as {@code app and database}
     * @param docker endpoint of its engine, or the name of a context
     * @param address under which the others reach it
     * @param engine version of Docker's engine
     * @param cgroup version of its control groups
     * @param cpu model name
     * @param cores number of processors
     * @param memoryBytes total memory
     * @param kernel name and version
     * @param os name and version
     * @param clockSource of its kernel
     * @param loadAverageBefore of the last minute
     * @param clockOffsetMillis its clock minus that of the harness, before the session; no figure uses it
     * @param clockOffsetMillisAfter the same after the session; null if it was not read
     * @param clockUncertaintyMillis half of the shortest round trip to the reader there
     */
    public record Member(
            String roles,
            String docker,
            String address,
            String engine,
            String cgroup,
            String cpu,
            int cores,
            long memoryBytes,
            String kernel,
            String os,
            String clockSource,
            @Nullable Double loadAverageBefore,
            double clockOffsetMillis,
            @Nullable Double clockOffsetMillisAfter,
            double clockUncertaintyMillis) {

        /** Describes a machine of which nothing else is known yet. */
        public static Member planned(String roles, String docker, String address) {
            return new Member(roles, docker, address, "", "", "", 0, 0, "", "", "", null, 0, null, 0);
        }

        /** Tells the same as {@link Environment#busyBefore} of this machine; false if its load is not known. */
        public boolean busyBefore() {
            return loadAverageBefore != null && loadAverageBefore > Environment.Machine.mostLoad(cores);
        }

        /** Copies it with the clock's offset after the session. */
        public Member after(double offsetMillis) {
            return new Member(
                    roles,
                    docker,
                    address,
                    engine,
                    cgroup,
                    cpu,
                    cores,
                    memoryBytes,
                    kernel,
                    os,
                    clockSource,
                    loadAverageBefore,
                    clockOffsetMillis,
                    offsetMillis,
                    clockUncertaintyMillis);
        }
    }

    /**
     * A link.
     *
     * @param from roles of the machine that connected
     * @param to roles of the machine that answered
     * @param roundTripMillis shortest of 50 round trips of one byte
     * @param mibPerSecond what one TCP connection moved in about half a second, once a burst had passed
     */
    public record Link(String from, String to, double roundTripMillis, double mibPerSecond) {}

    /** Lists the machines' conditions that differ from an earlier session. What that one did not record is left out. */
    public List<Environment.Difference> differencesFrom(Cluster first) {
        return machines.stream()
                .flatMap(now -> first.machines.stream()
                        .filter(before -> before.roles.equals(now.roles) && before.cores > 0)
                        .flatMap(before -> differences(before, now)))
                .toList();
    }

    private static Stream<Environment.Difference> differences(Member first, Member now) {
        String where = " of the machine " + now.roles;
        return Stream.of(
                        new Environment.Difference("processor" + where, first.cpu, now.cpu),
                        new Environment.Difference("number of cores" + where, first.cores, now.cores),
                        new Environment.Difference("memory" + where, first.memoryBytes, now.memoryBytes),
                        new Environment.Difference("kernel" + where, first.kernel, now.kernel),
                        new Environment.Difference("operating system" + where, first.os, now.os),
                        new Environment.Difference("version of control groups" + where, first.cgroup, now.cgroup))
                .filter(difference -> !difference.first().equals(difference.now()));
    }

    /** Returns what ends the names of a machine's raw files, such as {@code -app-and-database}. */
    public static String suffix(String roles) {
        return "-" + roles.replace(' ', '-');
    }

    /** Describes machines and links for a report, one sentence each. */
    public List<String> lines() {
        Stream<String> members = machines.stream()
                .map(member -> String.format(
                        Locale.ROOT,
                        "machine %s: %s, %d processors, %d GiB, %s, %s, engine %s, cgroup v%s, clock source %s, clock %+.1f ms (±%.1f) before and %s after",
                        member.roles,
                        member.cpu,
                        member.cores,
                        member.memoryBytes >> 30,
                        member.kernel,
                        member.os,
                        member.engine,
                        member.cgroup,
                        member.clockSource,
                        member.clockOffsetMillis,
                        member.clockUncertaintyMillis,
                        member.clockOffsetMillisAfter == null
                                ? "not read"
                                : String.format(Locale.ROOT, "%+.1f ms", member.clockOffsetMillisAfter)));
        String between = links.stream()
                .map(link -> String.format(
                        Locale.ROOT,
                        "%s to %s %.2f ms, %.1f MiB/s",
                        link.from,
                        link.to,
                        link.roundTripMillis,
                        link.mibPerSecond))
                .collect(Collectors.joining("; "));
        return Stream.concat(members, Stream.of("links (round trip, bandwidth of one connection): " + between))
                .toList();
    }
}
