package comparison.harness.plan;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import comparison.harness.Fault;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The structure of {@code variants.yaml}; the comments of that file explain the fields. {@link CatalogueReader} checks
 * them.
 */
record CatalogueFile(
        @Nullable Located<String> reference,
        List<Located<Stack>> stacks,
        List<Located<Change>> variants,
        List<Located<Sized>> presets,
        @JsonAnySetter @Nullable Map<String, Located<Object>> others)
        implements CatalogueEntry {

    private static final YAMLMapper MAPPER = YAMLMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
            .build();

    /** Replaces a missing list with an empty one. */
    CatalogueFile {
        stacks = Objects.requireNonNullElse(stacks, List.of());
        variants = Objects.requireNonNullElse(variants, List.of());
        presets = Objects.requireNonNullElse(presets, List.of());
    }

    /** A stack with its axes; {@code {axis}} in a text is replaced by a value of the axis. */
    record Stack(
            @Nullable Located<String> id,
            @Nullable Located<String> name,
            @Nullable Located<String> app,
            @Nullable Located<String> jar,
            @Nullable Located<String> aotJar,
            @Nullable Located<String> service,
            @Nullable Located<List<Located<String>>> command,
            @Nullable Located<String> image,
            @Nullable Located<String> port,
            @Nullable Map<String, Located<List<Located<String>>>> axes,
            @Nullable Map<String, Located<String>> environment,
            @Nullable Located<List<Located<String>>> flags,
            @Nullable Located<String> serves,
            @JsonAnySetter @Nullable Map<String, Located<Object>> others)
            implements CatalogueEntry {}

    /** A variant that differs from another one in settings. */
    record Change(
            @Nullable Located<String> id,
            @Nullable Located<String> base,
            @Nullable Located<String> name,
            @Nullable Map<String, Located<String>> environment,
            @Nullable Located<List<Located<String>>> flags,
            @JsonAnySetter @Nullable Map<String, Located<Object>> others)
            implements CatalogueEntry {}

    /** A preset. */
    record Sized(
            @Nullable Located<String> id,
            @Nullable Located<String> about,
            @Nullable Located<List<Located<String>>> variants,
            @Nullable Located<Integer> threads,
            @Nullable Located<Integer> loops,
            @Nullable Located<Integer> warmLoops,
            @Nullable Located<List<Located<String>>> scenarios,
            @Nullable Located<Integer> invocations,
            @Nullable Located<String> table,
            @Nullable Located<List<Located<String>>> simulations,
            @Nullable Located<Double> timeScale,
            @JsonAnySetter @Nullable Map<String, Located<Object>> others)
            implements CatalogueEntry {}

    /**
     * Parses a file and binds it to records.
     *
     * @throws Fault of kind BAD_INPUT, with line, field and fix, if it has another structure
     */
    static CatalogueFile parse(String file, String text) {
        try {
            return MAPPER.readValue(text, CatalogueFile.class);
        } catch (MismatchedInputException e) {
            if (e.getPath().isEmpty()) {
                throw empty(file);
            }
            throw wrong(file, e, "%s must be %s.".formatted(field(e), form(e.getTargetType())));
        } catch (StreamReadException e) {
            throw Fault.badInput("%s, line %d: this is not YAML: %s."
                    .formatted(file, e.getLocation().getLineNr(), firstLine(e)));
        }
    }

    private static String field(JacksonException e) {
        return e.getPath().reversed().stream()
                .map(JacksonException.Reference::getPropertyName)
                .filter(Objects::nonNull)
                .findFirst()
                .map("the field '%s'"::formatted)
                .orElse("the file");
    }

    private static String form(@Nullable Class<?> type) {
        if (type == null || type == Located.class) {
            return "written out; aliases are not supported";
        }
        if (Collection.class.isAssignableFrom(type)) {
            return "a list";
        }
        if (type == Integer.class || type == Double.class) {
            return "a number";
        }
        return type == String.class ? "a single value" : "a list of 'field: value'";
    }

    static Fault empty(String file) {
        return Fault.badInput(
                "%s has no stacks. It needs a list 'stacks'; see the comments in variants.yaml.".formatted(file));
    }

    /**
     * Reports the line of the parser's current token, because the exception's location is where the parser has read
     * ahead to.
     */
    private static Fault wrong(String file, JacksonException e, String message) {
        int line = e.processor() instanceof JsonParser parser
                ? parser.currentTokenLocation().getLineNr()
                : e.getLocation().getLineNr();
        return Fault.badInput("%s, line %d: %s".formatted(file, line, message));
    }

    private static String firstLine(JacksonException e) {
        return e.getOriginalMessage().lines().findFirst().orElse("");
    }
}
