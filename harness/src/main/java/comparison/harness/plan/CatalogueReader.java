package comparison.harness.plan;

import comparison.harness.Fault;
import comparison.harness.Names;
import comparison.harness.plan.CatalogueFile.Change;
import comparison.harness.plan.CatalogueFile.Sized;
import comparison.harness.plan.CatalogueFile.Stack;
import comparison.harness.workload.Phase;
import comparison.harness.workload.Simulation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Creates the variants and presets of a catalogue file. Error messages name the line if it is known. An instance is
 * used once.
 */
final class CatalogueReader {

    /** The axis of packagings. It adds a suffix to the id, except for {@code jvm}. */
    private static final String PACKAGING = "packaging";

    private static final int HIGHEST_PORT = 65_535;
    private static final int MOST = 1_000_000;

    private final String file;
    private final Map<String, Variant> variants = new LinkedHashMap<>();
    private final Map<String, Preset> presets = new LinkedHashMap<>();

    CatalogueReader(String file) {
        this.file = file;
    }

    Catalogue read(CatalogueFile bound) {
        onlyKnownFields(bound);
        if (bound.stacks().isEmpty()) {
            throw CatalogueFile.empty(file);
        }
        bound.stacks().forEach(this::stack);
        bound.variants().forEach(this::change);
        bound.presets().forEach(this::preset);
        Located<String> reference = bound.reference();
        if (reference != null) {
            variants.replace(reference.value(), known(reference).asReference());
        }
        return new Catalogue(variants, presets);
    }

    private void onlyKnownFields(CatalogueEntry entry) {
        Objects.requireNonNullElse(entry.others(), Map.<String, Located<Object>>of())
                .forEach((name, value) -> {
                    List<String> known = entry.known();
                    String all = "Known: %s.".formatted(String.join(", ", known));
                    throw Fault.badInput("%s, line %d: the field '%s' is unknown. %s"
                            .formatted(file, value.line(), name, Names.hint(name, known, all)));
                });
    }

    private void stack(Located<Stack> entry) {
        Stack stack = entry.value();
        onlyKnownFields(stack);
        Located<String> id = required(stack.id(), "id", entry);
        Located<String> name = required(stack.name(), "name", entry);
        startable(entry);
        for (Map<String, String> values : combinations(entry)) {
            Filled filled = new Filled(values);
            Packaging packaging = Packaging.find(values.getOrDefault(PACKAGING, Packaging.JVM.axis()))
                    .orElseThrow();
            Located<String> jar = packaging.hasAotCache() && stack.aotJar() != null ? stack.aotJar() : stack.jar();
            String full = filled.checked(id, "id", Allowed.ID) + packaging.suffix();
            add(
                    id,
                    new Variant(
                            full,
                            filled.checked(name, "name", Allowed.NAME),
                            stack.jar() == null ? Packaging.OWN : packaging,
                            filled.optional(stack.app(), "app", Allowed.FOLDER),
                            filled.optional(jar, "jar", Allowed.PATH),
                            stack.image() == null ? filled.optional(stack.service(), "service", Allowed.SERVICE) : full,
                            filled.settings(stack.environment()),
                            packaging == Packaging.NATIVE ? List.of() : checked(stack.flags(), "flags", Allowed.FLAG),
                            serves(stack.serves()),
                            stack.jar() == null ? own(stack, filled) : null,
                            false));
        }
    }

    private void change(Located<Change> entry) {
        Change change = entry.value();
        onlyKnownFields(change);
        Located<String> id = required(change.id(), "id", entry);
        Located<String> name = required(change.name(), "name", entry);
        Variant base = known(required(change.base(), "base", entry));
        Located<List<Located<String>>> flags = change.flags();
        if (flags != null && (base.own() != null || base.packaging() == Packaging.NATIVE)) {
            throw wrong(flags, "the field 'flags' needs a JVM and a jar, and '%s' has none".formatted(base.id()));
        }
        Filled plain = new Filled(Map.of());
        add(
                id,
                base.changed(
                        plain.checked(id, "id", Allowed.ID),
                        plain.checked(name, "name", Allowed.NAME),
                        plain.settings(change.environment()),
                        checked(flags, "flags", Allowed.FLAG)));
    }

    private void preset(Located<Sized> entry) {
        Sized preset = entry.value();
        onlyKnownFields(preset);
        Located<String> id = required(preset.id(), "id", entry);
        List<Simulation> simulations = simulations(preset);
        List<String> ids = new ArrayList<>();
        for (Located<String> variant : entries(required(preset.variants(), "variants", entry), "variants")) {
            Variant found = known(variant);
            ids.add(located(variant, _ -> {
                found.mustAnswer(simulations);
                return found.id();
            }));
        }
        if (presets.containsKey(id.value())) {
            throw wrong(id, "the preset '%s' is there twice".formatted(id.value()));
        }
        int loops = count(required(preset.loops(), "loops", entry), "loops");
        presets.put(
                checked(id.value(), id, "id", Allowed.ID),
                new Preset(
                        id.value(),
                        required(preset.about(), "about", entry).value(),
                        ids,
                        count(required(preset.threads(), "threads", entry), "threads"),
                        loops,
                        preset.warmLoops() == null ? loops : count(preset.warmLoops(), "warm-loops"),
                        phases(preset.scenarios()),
                        preset.invocations() == null ? 1 : count(preset.invocations(), "invocations"),
                        preset.table() == null ? TableState.PEOPLE : located(preset.table(), TableState::named),
                        simulations));
    }

    private List<Phase> phases(@Nullable Located<List<Located<String>>> field) {
        return field == null
                ? List.of(Phase.COLD, Phase.WARM)
                : entries(field, "scenarios").stream()
                        .map(label -> located(label, Phase::named))
                        .distinct()
                        .sorted()
                        .toList();
    }

    private List<Simulation> simulations(Sized preset) {
        Located<Double> scale = preset.timeScale();
        return entries(preset.simulations(), "simulations").stream()
                .map(id -> located(id, Simulation::named).scaled(scale == null ? 1 : scale.value()))
                .toList();
    }

    private <T> T located(Located<String> name, Function<String, T> find) {
        try {
            return find.apply(name.value());
        } catch (Fault unknown) {
            throw Fault.badInput("%s, line %d: %s".formatted(file, name.line(), unknown.line()));
        }
    }

    /**
     * Checks that the stack can be started in at least one way and in at most one per runtime. Without a jar it must
     * not have fields that need one.
     */
    private void startable(Located<Stack> entry) {
        Stack stack = entry.value();
        if (Stream.of(stack.jar(), stack.command(), stack.service(), stack.image())
                .allMatch(Objects::isNull)) {
            throw wrong(
                    entry,
                    "it can't be started. Give a jar or a command for the runtime process, a service or an image for docker");
        }
        exclude(stack.jar(), "jar", stack.command(), "command");
        exclude(stack.jar(), "jar", stack.image(), "image");
        exclude(stack.jar(), "jar", stack.port(), "port");
        exclude(stack.service(), "service", stack.image(), "image");
        if (stack.jar() == null) {
            needsJar(stack.app(), "app");
            needsJar(stack.aotJar(), "aot-jar");
            needsJar(stack.flags(), "flags");
            needsJar(axes(stack).get(PACKAGING), PACKAGING);
        }
    }

    private void needsJar(@Nullable Located<?> field, String name) {
        if (field != null) {
            throw wrong(field, "the field '%s' needs a jar".formatted(name));
        }
    }

    private void exclude(@Nullable Located<?> one, String name, @Nullable Located<?> other, String otherName) {
        if (one != null && other != null) {
            throw wrong(other, "the fields '%s' and '%s' exclude each other".formatted(name, otherName));
        }
    }

    private static Map<String, Located<List<Located<String>>>> axes(Stack stack) {
        return Objects.requireNonNullElse(stack.axes(), Map.of());
    }

    /** Combines the values of all axes; the last axis changes fastest. */
    private List<Map<String, String>> combinations(Located<Stack> entry) {
        List<Map<String, String>> all = List.of(Map.of());
        for (Map.Entry<String, Located<List<Located<String>>>> axis :
                axes(entry.value()).entrySet()) {
            Located<List<Located<String>>> listed = required(axis.getValue(), axis.getKey(), entry);
            List<String> values = PACKAGING.equals(axis.getKey())
                    ? entries(listed, PACKAGING).stream().map(this::packaging).toList()
                    : checked(listed, axis.getKey(), Allowed.ID);
            all = all.stream()
                    .flatMap(found -> values.stream().map(value -> with(found, axis.getKey(), value)))
                    .toList();
        }
        return all;
    }

    private static Map<String, String> with(Map<String, String> found, String key, String value) {
        Map<String, String> more = new LinkedHashMap<>(found);
        more.put(key, value);
        return more;
    }

    private String packaging(Located<String> value) {
        return Packaging.find(value.value())
                .map(Packaging::axis)
                .orElseThrow(() -> wrong(
                        value,
                        "the field 'packaging' has '%s'. Allowed: %s"
                                .formatted(value.value(), String.join(", ", Packaging.axes()))));
    }

    private Served serves(@Nullable Located<String> field) {
        return field == null ? Served.EVERYTHING : located(field, Served::named);
    }

    private Own own(Stack stack, Filled filled) {
        List<String> command = checked(stack.command(), "command", Allowed.WORD);
        Located<String> image = stack.image();
        return new Own(
                command, image == null ? null : filled.checked(image, "image", Allowed.IMAGE), port(stack.port()));
    }

    private @Nullable Integer port(@Nullable Located<String> field) {
        if (field == null) {
            return null;
        }
        int port = field.value().matches("\\d{1,5}") ? Integer.parseInt(field.value()) : 0;
        if (port < 1 || port > HIGHEST_PORT) {
            throw wrong(field, "the field 'port' is '%s'. Allowed: 1 to %d".formatted(field.value(), HIGHEST_PORT));
        }
        return port;
    }

    private int count(Located<Integer> field, String name) {
        if (field.value() < 1 || field.value() > MOST) {
            throw wrong(field, "the field '%s' is %d. Allowed: 1 to %d".formatted(name, field.value(), MOST));
        }
        return field.value();
    }

    private void add(Located<String> id, Variant variant) {
        if (variants.put(variant.id(), variant) != null) {
            throw wrong(
                    id,
                    "the id '%s' is used twice. Give each variant its own, with each axis in it"
                            .formatted(variant.id()));
        }
    }

    private Variant known(Located<String> id) {
        return Optional.ofNullable(variants.get(id.value()))
                .orElseThrow(() -> Fault.badInput("%s, line %d: there is no variant '%s'. %s"
                        .formatted(file, id.line(), id.value(), Names.hint(id.value(), variants.keySet(), ""))));
    }

    private <T> Located<T> required(@Nullable Located<T> field, String name, Located<?> entry) {
        if (field == null) {
            throw wrong(entry, "the field '%s' is missing".formatted(name));
        }
        return field;
    }

    private <T> List<T> entries(@Nullable Located<List<T>> field, String name) {
        if (field == null) {
            return List.of();
        }
        if (field.value().isEmpty() || field.value().stream().anyMatch(Objects::isNull)) {
            throw wrong(field, "'%s' must be a list with at least one entry, and none may be empty".formatted(name));
        }
        return field.value();
    }

    private List<String> checked(@Nullable Located<List<Located<String>>> field, String name, Allowed allowed) {
        return entries(field, name).stream()
                .map(text -> checked(text.value(), text, name, allowed))
                .toList();
    }

    private String checked(String text, Located<?> field, String name, Allowed allowed) {
        if (!allowed.takes(text)) {
            throw wrong(field, "the field '%s' is '%s'. Allowed: %s".formatted(name, text, allowed.inWords()));
        }
        return text;
    }

    private Fault wrong(Located<?> at, String message) {
        return Fault.badInput("%s, line %d: %s.".formatted(file, at.line(), message));
    }

    /** Replaces the names of axes in texts by their values. */
    private final class Filled {

        private final Map<String, String> values;

        Filled(Map<String, String> values) {
            this.values = values;
        }

        String checked(Located<String> field, String name, Allowed allowed) {
            String text = field.value();
            for (Map.Entry<String, String> axis : values.entrySet()) {
                text = text.replace("{%s}".formatted(axis.getKey()), axis.getValue());
            }
            return CatalogueReader.this.checked(text, field, name, allowed);
        }

        String optional(@Nullable Located<String> field, String name, Allowed allowed) {
            return field == null ? "" : checked(field, name, allowed);
        }

        Map<String, String> settings(@Nullable Map<String, Located<String>> environment) {
            Map<String, String> settings = new LinkedHashMap<>();
            Objects.requireNonNullElse(environment, Map.<String, Located<String>>of())
                    .forEach((key, value) -> settings.put(key, setting(key, value)));
            return settings;
        }

        private String setting(String key, @Nullable Located<String> value) {
            if (value == null) {
                throw Fault.badInput(
                        "%s: the setting '%s' has no value. Write \"\" if it is empty.".formatted(file, key));
            }
            CatalogueReader.this.checked(key, value, "environment", Allowed.VARIABLE);
            return checked(value, key, Allowed.of(key));
        }
    }
}
