package comparison.harness.plan;

import comparison.harness.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** The variants that {@code variants.yaml} offers. Every complaint about the file names the line, the field and the cure. */
public final class Catalogue {

    private static final Pattern ID = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");
    private static final Pattern FLAG = Pattern.compile("-[^\\s]+");
    private static final List<String> FIELDS = List.of(
            "id",
            "stack",
            "app",
            "jar",
            "aot-jar",
            "service",
            "command",
            "image",
            "port",
            "packagings",
            "environment",
            "flags",
            "serves");
    private static final int NEEDED = 2;
    private static final List<String> STARTS = List.of("jar", "command", "service", "image");
    private static final Pattern PORT = Pattern.compile("[1-9]\\d{0,4}");
    private static final int HIGHEST_PORT = 65_535;

    private final Map<String, Variant> variants;

    private Catalogue(Map<String, Variant> variants) {
        this.variants = variants;
    }

    /**
     * Reads the catalogue.
     *
     * @throws Fault of kind BAD_INPUT if the file is missing or wrong
     */
    public static Catalogue read(Path file) {
        try {
            return parse(file.getFileName().toString(), Files.readString(file));
        } catch (IOException e) {
            throw Fault.badInput("The catalogue %s cannot be read: %s.".formatted(file, e));
        }
    }

    static Catalogue parse(String name, String text) {
        return new Catalogue(new Reader(name).read(text));
    }

    /** Returns all variants in the order of the file. */
    public List<Variant> all() {
        return List.copyOf(variants.values());
    }

    /**
     * Returns the variants of those ids, once each, in the order asked for.
     *
     * @throws Fault of kind BAD_INPUT if one is unknown; it lists the valid ones
     */
    public List<Variant> select(List<String> ids) {
        return ids.stream().distinct().map(this::named).toList();
    }

    private Variant named(String id) {
        return Optional.ofNullable(variants.get(id))
                .orElseThrow(() -> Fault.badInput(
                        "Unknown variant '%s'. Valid: %s.".formatted(id, String.join(", ", variants.keySet()))));
    }

    /** Walks the nodes of the file, which know their lines. */
    private static final class Reader {

        private final String file;

        Reader(String file) {
            this.file = file;
        }

        Map<String, Variant> read(String text) {
            Map<String, Variant> found = new LinkedHashMap<>();
            Map<String, Node> root = mapping(compose(text), "the file", List.of("variants"));
            for (Node entry : sequence(required(root, "variants", null), "variants")) {
                for (Variant variant : variants(entry)) {
                    if (found.put(variant.id(), variant) != null) {
                        throw wrong(
                                entry, "the id '%s' is used twice. Give each variant its own".formatted(variant.id()));
                    }
                }
            }
            return found;
        }

        private Node compose(String text) {
            try {
                LoadSettings settings = LoadSettings.builder().setLabel(file).build();
                return new Compose(settings)
                        .composeString(text)
                        .orElseThrow(() ->
                                Fault.badInput(file + " is empty. It needs a list 'variants'; see its comments."));
            } catch (MarkedYamlEngineException e) {
                int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
                throw Fault.badInput("%s, line %d is not YAML: %s.".formatted(file, line, e.getProblem()));
            }
        }

        private List<Variant> variants(Node node) {
            Map<String, Node> fields = mapping(node, "a variant", FIELDS);
            String id = matching(required(fields, "id", node), "id", ID, "lower case letters, digits and dashes");
            String stack = scalar(required(fields, "stack", node), "stack");
            startable(fields, node);
            boolean jar = fields.containsKey("jar");
            Variant plain = new Variant(
                    id,
                    stack,
                    jar ? Packaging.JVM : Packaging.OWN,
                    optional(fields, "app"),
                    optional(fields, "jar"),
                    fields.containsKey("image") ? id : optional(fields, "service"),
                    environment(fields),
                    flags(fields),
                    serves(fields),
                    jar ? null : own(fields));
            String cached = optional(fields, "aot-jar");
            return jar
                    ? packagings(fields).stream()
                            .map(packaging -> plain.in(packaging, cached))
                            .toList()
                    : List.of(plain);
        }

        /** One way to start it in each runtime, and nothing that only a jar can have without one. */
        private void startable(Map<String, Node> fields, Node node) {
            if (STARTS.stream().noneMatch(fields::containsKey)) {
                throw wrong(
                        node,
                        "it can't be started. Give a jar or a command for the runtime process, a service or an image for docker");
            }
            exclude(fields, "jar", List.of("command", "image", "port"));
            exclude(fields, "service", List.of("image"));
            if (!fields.containsKey("jar")) {
                for (String needsJar : List.of("app", "aot-jar", "packagings", "flags")) {
                    Node needless = fields.get(needsJar);
                    if (needless != null) {
                        throw wrong(needless, "the field '%s' needs a jar".formatted(needsJar));
                    }
                }
            }
        }

        private void exclude(Map<String, Node> fields, String one, List<String> others) {
            for (String other : others) {
                Node both = fields.get(other);
                if (fields.containsKey(one) && both != null) {
                    throw wrong(both, "the fields '%s' and '%s' exclude each other".formatted(one, other));
                }
            }
        }

        private Own own(Map<String, Node> fields) {
            Node words = fields.get("command");
            List<String> command = words == null
                    ? List.of()
                    : sequence(words, "command").stream()
                            .map(word -> scalar(word, "command"))
                            .toList();
            Node image = fields.get("image");
            return new Own(command, image == null ? null : scalar(image, "image"), port(fields));
        }

        private @Nullable Integer port(Map<String, Node> fields) {
            Node node = fields.get("port");
            if (node == null) {
                return null;
            }
            String allowed = "1 to " + HIGHEST_PORT;
            int port = Integer.parseInt(matching(node, "port", PORT, allowed));
            if (port > HIGHEST_PORT) {
                throw wrong(node, "the field 'port' is '%s'. Allowed: %s".formatted(port, allowed));
            }
            return port;
        }

        private String optional(Map<String, Node> fields, String name) {
            Node node = fields.get(name);
            return node == null ? "" : scalar(node, name);
        }

        private List<Packaging> packagings(Map<String, Node> fields) {
            Node node = fields.get("packagings");
            return node == null
                    ? List.of(Packaging.JVM)
                    : sequence(node, "packagings").stream().map(this::packaging).toList();
        }

        private Packaging packaging(Node node) {
            String id = scalar(node, "packagings");
            return Packaging.find(id).filter(found -> found != Packaging.OWN).orElseThrow(() -> {
                String allowed = Arrays.stream(Packaging.values())
                        .filter(packaging -> packaging != Packaging.OWN)
                        .map(Packaging::id)
                        .collect(Collectors.joining(", "));
                return wrong(node, "the field 'packagings' has '%s'. Allowed: %s".formatted(id, allowed));
            });
        }

        private Served serves(Map<String, Node> fields) {
            Node node = fields.get("serves");
            if (node == null) {
                return Served.PERSON_API;
            }
            String id = scalar(node, "serves");
            return Served.find(id)
                    .orElseThrow(
                            () -> wrong(node, "the field 'serves' is '%s'. Allowed: %s".formatted(id, Served.all())));
        }

        private List<String> flags(Map<String, Node> fields) {
            Node node = fields.get("flags");
            if (node == null) {
                return List.of();
            }
            return sequence(node, "flags").stream()
                    .map(flag -> matching(flag, "flags", FLAG, "flags of a JVM, such as -XX:+UseZGC"))
                    .toList();
        }

        private Map<String, String> environment(Map<String, Node> fields) {
            Map<String, String> environment = new LinkedHashMap<>();
            Node node = fields.get("environment");
            if (node != null) {
                tuples(node, "environment").forEach((key, value) -> environment.put(key, scalar(value, key)));
            }
            return environment;
        }

        private Map<String, Node> mapping(Node node, String what, List<String> known) {
            Map<String, Node> fields = tuples(node, what);
            fields.forEach((key, value) -> {
                if (!known.contains(key)) {
                    throw wrong(value, "the field '%s' is unknown. Known: %s".formatted(key, String.join(", ", known)));
                }
            });
            return fields;
        }

        private Map<String, Node> tuples(Node node, String what) {
            if (!(node instanceof MappingNode mapping)) {
                throw wrong(node, what + " must be a list of 'field: value'");
            }
            Map<String, Node> fields = new LinkedHashMap<>();
            for (NodeTuple tuple : mapping.getValue()) {
                fields.put(scalar(tuple.getKeyNode(), "a field's name"), tuple.getValueNode());
            }
            return fields;
        }

        private List<Node> sequence(Node node, String name) {
            if (node instanceof SequenceNode sequence && !sequence.getValue().isEmpty()) {
                return new ArrayList<>(sequence.getValue());
            }
            throw wrong(node, "'%s' must be a list with at least one entry".formatted(name));
        }

        private Node required(Map<String, Node> fields, String name, @Nullable Node parent) {
            Node node = fields.get(name);
            if (node != null) {
                return node;
            }
            String message = "the field '%s' is missing. Needed: %s"
                    .formatted(name, FIELDS.stream().limit(NEEDED).collect(Collectors.joining(", ")));
            throw parent == null
                    ? Fault.badInput("%s: the list 'variants' is missing; see its comments.".formatted(file))
                    : wrong(parent, message);
        }

        private String matching(Node node, String name, Pattern pattern, String allowed) {
            String value = scalar(node, name);
            if (!pattern.matcher(value).matches()) {
                throw wrong(node, "the field '%s' is '%s'. Allowed: %s".formatted(name, value, allowed));
            }
            return value;
        }

        private String scalar(Node node, String name) {
            if (node instanceof ScalarNode scalar && !scalar.getValue().isBlank()) {
                return scalar.getValue();
            }
            throw wrong(node, "the field '%s' must be a single value that is not empty".formatted(name));
        }

        private Fault wrong(Node node, String message) {
            int line = node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
            return Fault.badInput("%s, line %d: %s.".formatted(file, line, message));
        }
    }
}
