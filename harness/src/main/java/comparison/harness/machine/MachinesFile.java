package comparison.harness.machine;

import comparison.harness.Fault;
import comparison.harness.Names;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Parses {@code machines.yaml}: the roles {@code app} and {@code database} with one machine each, the role {@code load}
 * with one or a list. It reads the parser's tokens directly, because every error must name its line.
 */
final class MachinesFile {

    private static final YAMLMapper MAPPER = YAMLMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private static final String LOAD = "load";
    private static final List<String> ROLES = List.of("app", "database", LOAD);
    private static final List<String> FIELDS = List.of("docker", "address");
    private static final Pattern ENDPOINT =
            Pattern.compile("(ssh|tcp)://[^\\s/]+|unix:///\\S+|[a-zA-Z0-9][a-zA-Z0-9_.+-]*");
    private static final Pattern ADDRESS = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9.-]*");
    private static final String FORM = "{ docker: ssh://USER@HOST, address: HOST }";

    private final String file;
    private final JsonParser parser;

    private MachinesFile(String file, JsonParser parser) {
        this.file = file;
        this.parser = parser;
    }

    /** One entry of the file. */
    private record Entry(String role, String docker, String address, int line) {}

    static Machines parse(String file, String text) {
        try (JsonParser parser = MAPPER.createParser(text)) {
            return new MachinesFile(file, parser).machines();
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            throw Fault.badInput("%s, line %d: this is not YAML: %s."
                    .formatted(
                            file,
                            line,
                            e.getOriginalMessage().lines().findFirst().orElse("")));
        }
    }

    private Machines machines() {
        List<Entry> entries = new ArrayList<>();
        require(parser.nextToken() == JsonToken.START_OBJECT, "the file needs the roles app, database and load");
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String role = parser.currentName();
            require(ROLES.contains(role), "unknown role '%s'. %s".formatted(role, Names.hint(role, ROLES, "")));
            boolean list = parser.nextToken() == JsonToken.START_ARRAY;
            require(!list || role.equals(LOAD), "the role %s has one machine, not a list".formatted(role));
            if (list) {
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    entries.add(entry(role));
                }
            } else {
                entries.add(entry(role));
            }
        }
        for (String role : ROLES) {
            require(
                    entries.stream().anyMatch(entry -> entry.role.equals(role)),
                    "the role %s has no machine. Add '%s: %s'".formatted(role, role, FORM));
        }
        return assigned(entries);
    }

    private Entry entry(String role) {
        require(
                parser.currentToken() == JsonToken.START_OBJECT,
                "the role %s needs a machine: %s".formatted(role, FORM));
        int line = line();
        Map<String, String> fields = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String field = parser.currentName();
            require(FIELDS.contains(field), "unknown field '%s'. %s".formatted(field, Names.hint(field, FIELDS, "")));
            parser.nextToken();
            require(parser.currentToken().isScalarValue(), "the field '%s' must be a single value".formatted(field));
            fields.put(field, parser.getString());
        }
        String docker = fields.getOrDefault("docker", "");
        String address = fields.getOrDefault("address", "");
        require(
                line,
                ENDPOINT.matcher(docker).matches(),
                "the role %s needs 'docker', such as ssh://USER@HOST or the name of a Docker context".formatted(role));
        require(
                line,
                ADDRESS.matcher(address).matches(),
                "the role %s needs 'address', under which the other machines reach it".formatted(role));
        return new Entry(role, docker, address, line);
    }

    /** Assigns the same machine to entries with the same engine, and names it after all its roles. */
    private Machines assigned(List<Entry> entries) {
        Map<String, Entry> first = new LinkedHashMap<>();
        for (Entry entry : entries) {
            Entry known = first.putIfAbsent(entry.docker, entry);
            require(
                    entry.line,
                    known == null || known.address.equals(entry.address),
                    "'%s' already has the address %s".formatted(entry.docker, known == null ? "" : known.address));
        }
        List<Entry> load =
                entries.stream().filter(entry -> entry.role.equals(LOAD)).toList();
        for (Entry entry : load) {
            require(
                    entry.line,
                    load.stream()
                                    .filter(other -> other.docker.equals(entry.docker))
                                    .count()
                            == 1,
                    "'%s' is a load machine twice".formatted(entry.docker));
        }
        Map<String, Machine> machines = first.values().stream()
                .collect(Collectors.toMap(
                        entry -> entry.docker,
                        entry -> new Machine(roles(entries, load, entry.docker), entry.docker, entry.address)));
        Function<String, Machine> of = role -> entries.stream()
                .filter(entry -> entry.role.equals(role))
                .map(entry -> machines.get(entry.docker))
                .findFirst()
                .orElseThrow();
        return new Machines(
                of.apply("app"),
                of.apply("database"),
                load.stream().map(entry -> machines.get(entry.docker)).toList());
    }

    /** Returns the roles of an engine. If there are several load machines, each has a number. */
    private static String roles(List<Entry> entries, List<Entry> load, String docker) {
        return entries.stream()
                .filter(entry -> entry.docker.equals(docker))
                .map(entry -> entry.role.equals(LOAD) && load.size() > 1 ? LOAD + number(load, docker) : entry.role)
                .collect(Collectors.joining(" and "));
    }

    private static int number(List<Entry> load, String docker) {
        return 1
                + IntStream.range(0, load.size())
                        .filter(i -> load.get(i).docker.equals(docker))
                        .findFirst()
                        .orElseThrow();
    }

    private int line() {
        return Math.max(1, parser.currentTokenLocation().getLineNr());
    }

    private void require(boolean right, String otherwise) {
        require(line(), right, otherwise);
    }

    private void require(int line, boolean right, String otherwise) {
        if (!right) {
            throw Fault.badInput("%s, line %d: %s.".formatted(file, line, otherwise));
        }
    }
}
