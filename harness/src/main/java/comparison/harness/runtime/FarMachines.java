package comparison.harness.runtime;

import comparison.harness.Fault;
import comparison.harness.Pause;
import comparison.harness.machine.Machine;
import comparison.harness.machine.Machines;
import comparison.harness.probe.Probe;
import comparison.harness.process.Program;
import comparison.harness.record.Cluster;
import comparison.harness.record.Json;
import comparison.harness.record.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The other machines of a run: what they are, the reader on each, and what is copied to them. Used by one thread,
 * except that any thread may call {@link #close}.
 */
final class FarMachines {

    /** Time within which an engine must answer before anything is removed from it. */
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(20);

    /** The port for measuring the link. It is also the usual port of a variant, so users need to open only one. */
    private static final int LINK_PORT = OwnService.PORT;

    private static final int LINK_TRIES = 5;
    private static final Duration LINK_PAUSE = Duration.ofSeconds(1);

    private final Machines machines;
    private final String name;
    private final RunFolder run;
    private final Map<Machine, RemoteObserver> observers = new LinkedHashMap<>();
    private Cluster cluster = new Cluster(Cluster.SCHEMA_VERSION, List.of(), List.of());

    /**
     * Creates an instance without contacting any machine.
     *
     * @param name unique among runs, for containers and volumes
     * @param run where the machines and their links are described
     */
    FarMachines(Machines machines, String name, RunFolder run) {
        this.machines = machines;
        this.name = name;
        this.run = run;
    }

    /**
     * Starts a reader on each machine, measures the links, and describes both.
     *
     * @param image of the client, which brings the JRE of the readers
     * @param log of all transfers
     * @throws Fault of kind BAD_INPUT if a machine is not the one of the run's first session
     */
    void prepare(String image, Path log) {
        List<Cluster.Member> members = new ArrayList<>();
        for (Machine machine : machines.all()) {
            Host host = new Host(machine);
            host.receive(image, log);
            RemoteObserver observer = RemoteObserver.start(
                    host, image, reader(), log.resolveSibling("reader-" + machine.address() + ".log"));
            synchronized (observers) {
                observers.put(machine, observer);
            }
            members.add(member(machine, host, observer));
        }
        Cluster found = new Cluster(Cluster.SCHEMA_VERSION, members, links());
        describe(run, found);
        cluster = found;
    }

    /** Writes the description, unless an earlier session measured on machines that differ: their description stays. */
    static void describe(RunFolder run, Cluster found) {
        if (Files.isRegularFile(run.environment())) {
            Json.read(run.machines(), Cluster.class).stream()
                    .flatMap(first -> found.differencesFrom(first).stream())
                    .findFirst()
                    .ifPresent(difference -> {
                        throw difference.refusal();
                    });
        }
        Json.write(run.machines(), found);
    }

    private String reader() {
        return name + "-reader";
    }

    private static Cluster.Member member(Machine machine, Host host, RemoteObserver observer) {
        JsonNode info = JsonMapper.shared().readTree(host.call("info", "--format", "{{json .}}"));
        List<String> about = observer.about();
        RemoteObserver.Clock clock = observer.clock();
        return new Cluster.Member(
                machine.roles(),
                String.valueOf(machine.docker()),
                machine.address(),
                info.path("ServerVersion").asString(""),
                info.path("CgroupVersion").asString(""),
                about.get(0),
                info.path("NCPU").asInt(),
                info.path("MemTotal").asLong(),
                about.get(1),
                info.path("OperatingSystem").asString(""),
                about.get(2),
                loadAverage(observer),
                clock.offsetMillis(),
                null,
                clock.uncertaintyMillis());
    }

    private static double loadAverage(RemoteObserver observer) {
        try {
            Double load = observer.machine().read().loadAverage();
            return load == null ? -1 : load;
        } catch (IOException e) {
            return -1;
        }
    }

    /**
     * Measures the paths that requests and statements take: from each client to the app, from there to the database.
     */
    private List<Cluster.Link> links() {
        List<Cluster.Link> links = new ArrayList<>();
        machines.load().forEach(load -> link(load, machines.app()).ifPresent(links::add));
        link(machines.app(), machines.database()).ifPresent(links::add);
        return links;
    }

    private Optional<Cluster.Link> link(Machine from, Machine to) {
        if (from.equals(to)) {
            return Optional.empty();
        }
        try {
            Link link = measured(from, to, LINK_TRIES);
            return Optional.of(new Cluster.Link(from.roles(), to.roles(), link.roundTripMillis(), link.mibPerSecond()));
        } catch (IOException e) {
            throw Fault.broken("The %s cannot reach port %d of the %s: %s. Open it, see docs/machines.md."
                    .formatted(from.named(), LINK_PORT, to.named(), e.getMessage()));
        }
    }

    /** Tries again, because a machine that has just come back may have another hardware address, which takes 10 s. */
    private Link measured(Machine from, Machine to, int tries) throws IOException {
        try {
            return observer(from).link(observer(to), LINK_PORT);
        } catch (IOException e) {
            if (tries == 1) {
                throw e;
            }
            // The other end stops serving at about the same time, and frees the port.
            Pause.of(LINK_PAUSE);
            return measured(from, to, tries - 1);
        }
    }

    RemoteObserver observer(Machine machine) {
        synchronized (observers) {
            return Objects.requireNonNull(observers.get(machine), "prepare() comes first");
        }
    }

    /** Returns the number of processors of a machine. */
    int cpus(Machine machine) {
        return cluster.machines().stream()
                .filter(member -> member.roles().equals(machine.roles()))
                .mapToInt(Cluster.Member::cores)
                .findFirst()
                .orElse(1);
    }

    /** Returns why a machine cannot be reached any more, as a sentence; empty while all can. */
    Optional<String> lost() {
        synchronized (observers) {
            return observers.values().stream()
                    .flatMap(observer -> observer.lost().stream())
                    .findFirst();
        }
    }

    /** Returns readings of each machine, that of the app first, by suffix of their raw file. */
    <T extends Record> Map<String, Probe.Source<T>> readings(Function<Observer, Probe.Source<T>> of) {
        Map<String, Probe.Source<T>> readings = new LinkedHashMap<>();
        machines.all().forEach(machine -> readings.put(Cluster.suffix(machine.roles()), of.apply(observer(machine))));
        return readings;
    }

    /**
     * Copies a folder to a volume of the app's machine. A bind mount would use that machine's own folder, which would
     * silently be empty.
     *
     * @param image that the machine has
     */
    void files(Path folder, String image) {
        Host app = new Host(machines.app());
        String filler = name + "-filler";
        List<String> labels = Owner.SELF.labelOptions();
        app.call(words("volume", "create", labels, List.of(volume())));
        app.call(words(
                "container", "create", labels, List.of("--name", filler, "--volume", volume() + ":/files", image)));
        app.call("cp", folder + "/.", filler + ":/files");
        app.call("rm", filler);
    }

    private static String[] words(String noun, String verb, List<String> labels, List<String> rest) {
        return Stream.of(List.of(noun, verb), labels, rest)
                .flatMap(List::stream)
                .toArray(String[]::new);
    }

    /** Name of the volume with the files that variants serve. */
    String volume() {
        return name + "-files";
    }

    /** Reads the clocks again, where that is still possible. */
    private void describeAfter() {
        synchronized (observers) {
            List<Cluster.Member> after = new ArrayList<>();
            for (Cluster.Member member : cluster.machines()) {
                after.add(observers.entrySet().stream()
                        .filter(entry -> entry.getKey().roles().equals(member.roles()))
                        .filter(entry -> entry.getValue().lost().isEmpty())
                        .findFirst()
                        .map(entry -> clocked(member, entry.getValue()))
                        .orElse(member));
            }
            if (!after.isEmpty()) {
                Json.write(run.machines(), new Cluster(cluster.schemaVersion(), after, cluster.links()));
            }
        }
    }

    private static Cluster.Member clocked(Cluster.Member member, RemoteObserver observer) {
        try {
            return member.after(observer.clock().offsetMillis());
        } catch (Fault lost) {
            return member;
        }
    }

    /**
     * Removes everything of this run from all machines that answer.
     *
     * @param docker of the run's Compose project
     * @param clients names of the clients' containers
     * @return what may be left, one sentence per machine that does not answer
     */
    List<String> close(Docker docker, List<String> clients) {
        describeAfter();
        synchronized (observers) {
            observers.values().forEach(RemoteObserver::close);
            observers.clear();
        }
        return machines.all().stream()
                .flatMap(machine -> removed(machine, docker, clients).stream())
                .toList();
    }

    private Optional<String> removed(Machine machine, Docker docker, List<String> clients) {
        Host host = new Host(machine);
        try {
            Program.Ended answer = machine.docker(List.of("version", "--format", "{{.Server.Version}}"))
                    .within(ANSWER_LIMIT)
                    .run();
            if (answer.succeeded()) {
                clients.forEach(client -> ContainerClient.remove(host, client));
                host.run("rm", "--force", "--volumes", reader(), name + "-filler");
                docker.on(machine).compose("down", "--volumes", "--remove-orphans", "--timeout", "10");
                host.run("volume", "rm", "--force", volume());
                return Optional.empty();
            }
        } catch (Fault silent) {
            // Reported below.
        }
        return Optional.of(
                "The %s does not answer: what this run started there is left. When it is back: './bench clean --machines FILE'."
                        .formatted(machine.named()));
    }
}
