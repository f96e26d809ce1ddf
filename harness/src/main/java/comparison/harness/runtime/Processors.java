package comparison.harness.runtime;

import comparison.harness.plan.Limits;
import comparison.harness.record.Disk;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Assigns disjoint sets of processors to the parties of a measurement, if there are enough; otherwise all parties share
 * all processors. Server and database get {@link Limits#CPUS} each, the client gets the rest. Hardware threads of one
 * core go to one party as far as possible, because they share the core's speed.
 *
 * @param all the processors that this process may use, in order of package and core
 * @param sets processors of each party; empty if they share
 * @param obstacle why processes are not pinned; empty if they can be
 */
record Processors(List<Integer> all, Map<Party, List<Integer>> sets, String obstacle) {

    private static final String ALLOWED = "Cpus_allowed_list:";
    private static final int ENOUGH = 3 * Limits.CPUS;

    /**
     * The parties of a measurement. The stub runs as {@code SERVER}, because it replaces the server during the warm-up
     * of the client.
     */
    enum Party {
        SERVER,
        DATABASE,
        CLIENT;

        /** Returns whether {@link Limits} apply to this party. */
        boolean limited() {
            return this != CLIENT;
        }
    }

    Processors {
        all = List.copyOf(all);
        sets = Map.copyOf(sets);
    }

    /** Divides the processors of this machine. Without limits, all parties share all of them. */
    static Processors here(Limits limits, String obstacle) {
        return here(limits == Limits.NONE ? "no limits are asked for" : obstacle);
    }

    /**
     * Divides the processors of this machine.
     *
     * @param obstacle why processes are not pinned; empty if they can be
     */
    static Processors here(String obstacle) {
        return divided(
                allowed("self")
                        .map(Processors::numbers)
                        .orElseGet(() -> IntStream.range(0, Runtime.getRuntime().availableProcessors())
                                .boxed()
                                .toList())
                        .stream()
                        .sorted(Comparator.comparing(Processors::core))
                        .toList(),
                obstacle);
    }

    /** Divides processors that are sorted by package and core. */
    static Processors divided(List<Integer> all, String obstacle) {
        if (all.size() < ENOUGH || !obstacle.isEmpty()) {
            return new Processors(all, Map.of(), obstacle);
        }
        return new Processors(
                all,
                Map.of(
                        Party.SERVER, all.subList(0, Limits.CPUS),
                        Party.DATABASE, all.subList(Limits.CPUS, 2 * Limits.CPUS),
                        Party.CLIENT, all.subList(2 * Limits.CPUS, all.size())),
                obstacle);
    }

    /** Returns the set of a party in the kernel's notation, such as {@code 0,4}; empty if all parties share. */
    Optional<String> of(Party party) {
        return Optional.ofNullable(sets.get(party)).map(Processors::list);
    }

    /** Returns how many processors a party may use, apart from other limits. */
    int count(Party party) {
        return sets.getOrDefault(party, all).size();
    }

    /**
     * Returns the first {@link Limits#CPUS} processors in the kernel's notation; empty if there are not more, or if
     * processes are not pinned.
     */
    Optional<String> first() {
        return all.size() > Limits.CPUS && obstacle.isEmpty()
                ? Optional.of(list(all.subList(0, Limits.CPUS)))
                : Optional.empty();
    }

    /** Describes the sets in one line, or why the parties share. */
    String inWords() {
        return sets.isEmpty()
                ? "server, database and client share all %d processors: %s"
                        .formatted(all.size(), obstacle.isEmpty() ? "disjoint sets need at least " + ENOUGH : obstacle)
                : Stream.of(Party.values())
                        .flatMap(party ->
                                of(party).map(list -> party.name().toLowerCase(Locale.ROOT) + " " + list).stream())
                        .collect(Collectors.joining("; "));
    }

    /** Returns the processors that the kernel lets a process use, such as {@code 0-3,8}; empty if unknown. */
    static Optional<String> allowed(String pid) {
        return Disk.lines(Path.of("/proc", pid, "status")).stream()
                .filter(line -> line.startsWith(ALLOWED))
                .map(line -> line.substring(ALLOWED.length()).strip())
                .findFirst();
    }

    /** Parses a list in the kernel's notation (cpuset(7), "List format"). */
    static List<Integer> numbers(String list) {
        return Stream.of(list.split(","))
                .map(range -> range.split("-"))
                .flatMap(ends -> IntStream.rangeClosed(
                                Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
                        .boxed())
                .toList();
    }

    private static String list(List<Integer> numbers) {
        return numbers.stream().sorted().map(String::valueOf).collect(Collectors.joining(","));
    }

    /**
     * Returns a key that sorts hardware threads of one core next to each other, or numerically without topology files.
     */
    private static String core(int processor) {
        Path topology = Path.of("/sys/devices/system/cpu/cpu" + processor, "topology");
        return "%6s%6s%6d".formatted(read(topology, "physical_package_id"), read(topology, "core_id"), processor);
    }

    private static String read(Path topology, String name) {
        return String.join("", Disk.lines(topology.resolve(name)));
    }
}
