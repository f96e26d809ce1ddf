package comparison.harness.runtime;

import comparison.harness.plan.Limits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
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
 * Which processors each party of a measurement has to itself, if there are enough of them; else all share all.
 * Server and database get {@link Limits#CPUS} each, the client the rest. Threads of one core go to one party as far
 * as possible, because two of them that compute get less than two cores.
 *
 * @param all those that this process may use, in order of package and core
 * @param sets processors of each party; empty where they share
 * @param obstacle why nobody is kept on some of them; empty if that can be done
 */
record Processors(List<Integer> all, Map<Party, List<Integer>> sets, String obstacle) {

    private static final String ALLOWED = "Cpus_allowed_list:";
    private static final int ENOUGH = 3 * Limits.CPUS;

    /** Who takes part; the stub is in the server's place when it is called. */
    enum Party {
        SERVER,
        DATABASE,
        CLIENT;

        /** Returns whether {@link Limits} hold for it. */
        boolean limited() {
            return this != CLIENT;
        }
    }

    Processors {
        all = List.copyOf(all);
        sets = Map.copyOf(sets);
    }

    /** Returns those of this machine: who has no limits shares all of them. */
    static Processors here(Limits limits, String obstacle) {
        return here(limits == Limits.NONE ? "no limits are asked for" : obstacle);
    }

    /** Returns those of this machine, for a testbed that can keep its parties on theirs, or can't. */
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

    /** Divides processors, which come in order of package and core. */
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

    /** Returns the list of what a party has to itself, such as {@code 0,4}; nothing where all share. */
    Optional<String> of(Party party) {
        return Optional.ofNullable(sets.get(party)).map(Processors::list);
    }

    /** Returns how many a party may use at once, if nothing else limits it. */
    int count(Party party) {
        return sets.getOrDefault(party, all).size();
    }

    /** Returns the list of the first {@link Limits#CPUS} of all; nothing if there are not more. */
    Optional<String> first() {
        return all.size() > Limits.CPUS && obstacle.isEmpty()
                ? Optional.of(list(all.subList(0, Limits.CPUS)))
                : Optional.empty();
    }

    /** Returns who has which, or why they share, in one line. */
    String inWords() {
        return sets.isEmpty()
                ? "server, database and client share all %d processors: %s"
                        .formatted(all.size(), obstacle.isEmpty() ? "disjoint sets need at least " + ENOUGH : obstacle)
                : Stream.of(Party.values())
                        .flatMap(party ->
                                of(party).map(list -> party.name().toLowerCase(Locale.ROOT) + " " + list).stream())
                        .collect(Collectors.joining("; "));
    }

    /** Returns the processors on which the kernel lets a process run, such as {@code 0-3,8}; nothing if it does not say. */
    static Optional<String> allowed(String pid) {
        try (Stream<String> lines = Files.lines(Path.of("/proc", pid, "status"))) {
            return lines.filter(line -> line.startsWith(ALLOWED))
                    .map(line -> line.substring(ALLOWED.length()).strip())
                    .findFirst();
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    /** Reads a list in the kernel's notation (cpuset(7), "List format"). */
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

    /** Sorts threads of one core next to each other; in numerical order where the kernel does not tell. */
    private static String core(int processor) {
        Path topology = Path.of("/sys/devices/system/cpu/cpu" + processor, "topology");
        return "%6s%6s%6d".formatted(read(topology, "physical_package_id"), read(topology, "core_id"), processor);
    }

    private static String read(Path topology, String name) {
        try {
            return Files.readString(topology.resolve(name)).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
