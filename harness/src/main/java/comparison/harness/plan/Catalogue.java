package comparison.harness.plan;

import comparison.harness.Fault;
import comparison.harness.Names;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What can be measured: the variants and presets of {@code variants.yaml}, or of another file of that form. */
public final class Catalogue {

    private static final String LIST = "'./bench list' shows all.";

    private final Map<String, Variant> variants;
    private final Map<String, Preset> presets;

    Catalogue(Map<String, Variant> variants, Map<String, Preset> presets) {
        this.variants = variants;
        this.presets = presets;
    }

    /**
     * Reads and checks a catalogue.
     *
     * @throws Fault of kind BAD_INPUT if the file is missing or invalid; it names file, line, field and fix
     */
    public static Catalogue read(Path file) {
        try {
            return parse(String.valueOf(file.getFileName()), Files.readString(file));
        } catch (IOException e) {
            throw Fault.badInput("The catalogue %s cannot be read: %s.".formatted(file, e));
        }
    }

    static Catalogue parse(String name, String text) {
        return new CatalogueReader(name).read(CatalogueFile.parse(name, text));
    }

    /** Adds the presets of another catalogue if this one has none. */
    public Catalogue orPresetsOf(Catalogue other) {
        return presets.isEmpty() ? new Catalogue(variants, other.presets) : this;
    }

    /** Lists all variants in the order of the file. */
    public List<Variant> all() {
        return List.copyOf(variants.values());
    }

    /** Lists all presets in the order of the file; the first is the default. */
    public List<Preset> presets() {
        return List.copyOf(presets.values());
    }

    /**
     * Finds the variants with these ids, each once, in the order of the ids.
     *
     * @throws Fault of kind BAD_INPUT if one is unknown; the message suggests similar ones
     */
    public List<Variant> select(List<String> ids) {
        return ids.stream()
                .distinct()
                .map(id -> Names.find("variant", id, variants.values(), Variant::id, LIST))
                .toList();
    }

    /**
     * Finds the preset of that name.
     *
     * @throws Fault of kind BAD_INPUT if no preset has this name; the message suggests valid ones
     */
    public Preset preset(String id) {
        return Names.find("preset", id, presets.values(), Preset::id, LIST);
    }
}
