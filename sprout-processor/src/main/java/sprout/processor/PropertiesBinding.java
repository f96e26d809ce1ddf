package sprout.processor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * Generates the settings of one package's {@code @ConfigurationProperties} records, and the expressions that create the
 * records.
 */
final class PropertiesBinding {
    private static final String ANNOTATION = "sprout.config.ConfigurationProperties";

    private final BeanModel model;
    private final List<String> settings = new ArrayList<>();

    PropertiesBinding(BeanModel model) {
        this.model = model;
    }

    static boolean isBound(TypeElement type) {
        return BeanModel.annotation(type, ANNOTATION) != null;
    }

    /** Generates an expression that creates the record from the settings. */
    String construction(TypeElement type) {
        AnnotationMirror annotation = BeanModel.annotation(type, ANNOTATION);
        return construct(type, annotation == null ? "" : model.string(annotation, "value"));
    }

    private String construct(TypeElement type, String prefix) {
        if (type.getKind() != ElementKind.RECORD || type.getModifiers().contains(Modifier.PRIVATE)) {
            throw new InvalidBeanException(
                    type, "@ConfigurationProperties: %s must be a record that is not private".formatted(type));
        }
        return type.getRecordComponents().stream()
                .map(component -> value(
                        type,
                        component,
                        prefix + "." + kebab(component.getSimpleName().toString())))
                .collect(Collectors.joining(", ", "new " + model.erased(type.asType()) + "(", ")"));
    }

    private String value(TypeElement owner, RecordComponentElement component, String key) {
        TypeMirror type = component.asType();
        String name = model.erased(type);
        if (name.equals("java.util.List")) {
            refusePreset(component, "a List is empty unless it is set");
            String element = setting(owner, component, argument(component), key, null);
            return add("(java.util.List) config.get", "Setting.list(" + element + ")");
        }
        if (name.equals("java.util.Optional")) {
            refusePreset(component, "an Optional is empty unless it is set");
            return add("(java.util.Optional) config.find", setting(owner, component, argument(component), key, null));
        }
        if (type instanceof DeclaredType declared
                && declared.asElement() instanceof TypeElement nested
                && nested.getKind() == ElementKind.RECORD
                && !name.equals("sprout.config.DataSize")) {
            refusePreset(component, "each component of the record has its own");
            return construct(nested, key);
        }
        return add("(" + boxed(name) + ") config.get", setting(owner, component, type, key, preset(component)));
    }

    private String add(String call, String setting) {
        settings.add(setting);
        return "%s(Keys.ALL[%d])".formatted(call, settings.size() - 1);
    }

    private static TypeMirror argument(RecordComponentElement component) {
        List<? extends TypeMirror> arguments = ((DeclaredType) component.asType()).getTypeArguments();
        if (arguments.isEmpty()) {
            throw new InvalidBeanException(component, component + " needs a type argument");
        }
        return arguments.getFirst();
    }

    private String setting(
            TypeElement owner, RecordComponentElement component, TypeMirror type, String key, @Nullable String preset) {
        String head = model.constant(key);
        String tail = model.constant(description(owner, component));
        String value = preset == null ? "null" : model.constant(preset);
        String name = model.erased(type);
        return switch (name) {
            case "int", "java.lang.Integer" ->
                "Setting.number(%s, %s, %s, %s)".formatted(head, value, range(component, "Integer"), tail);
            case "long", "java.lang.Long" ->
                "Setting.count(%s, %s, %s, %s)".formatted(head, value, range(component, "Long"), tail);
            case "sprout.config.DataSize" -> "Setting.size(%s, %s, 0, Long.MAX_VALUE, %s)".formatted(head, value, tail);
            case "boolean", "java.lang.Boolean" -> "Setting.flag(%s, %s, %s)".formatted(head, value, tail);
            case "java.lang.String" -> "Setting.text(%s, %s, %s)".formatted(head, value, tail);
            case "java.time.Duration" -> "Setting.duration(%s, %s, %s)".formatted(head, value, tail);
            default -> {
                if (type instanceof DeclaredType declared
                        && declared.asElement().getKind() == ElementKind.ENUM) {
                    yield "Setting.choice(%s, %s.class, %s, %s)".formatted(head, name, value, tail);
                }
                throw new InvalidBeanException(
                        component,
                        "%s cannot be a setting: it must be int, long, boolean, String, Duration, DataSize, an enum, a List or Optional of these, or a record"
                                .formatted(component));
            }
        };
    }

    private String range(Element component, String box) {
        return limit(component, "Min", box + ".MIN_VALUE") + ", " + limit(component, "Max", box + ".MAX_VALUE");
    }

    private String limit(Element component, String name, String preset) {
        AnnotationMirror limit = annotation(component, "jakarta.validation.constraints." + name);
        return limit == null ? preset : model.string(limit, "value") + "L";
    }

    private @Nullable String preset(Element component) {
        AnnotationMirror annotation = annotation(component, "sprout.config.DefaultValue");
        return annotation == null ? null : model.string(annotation, "value");
    }

    private void refusePreset(RecordComponentElement component, String reason) {
        if (preset(component) != null) {
            throw new InvalidBeanException(
                    component, "%s cannot have a @DefaultValue: %s".formatted(component, reason));
        }
    }

    /** The annotation of the component, or of its accessor if the annotation cannot be on components. */
    private static @Nullable AnnotationMirror annotation(Element component, String name) {
        AnnotationMirror own = BeanModel.annotation(component, name);
        return own == null && component instanceof RecordComponentElement one
                ? BeanModel.annotation(one.getAccessor(), name)
                : own;
    }

    /** The text of the record's {@code @param} tag; empty unless its source is being compiled. */
    private String description(TypeElement owner, RecordComponentElement component) {
        Matcher tag = Pattern.compile("(?s)@param\\s+" + component.getSimpleName() + "\\b(.*?)(?=\\R\\s*@|\\z)")
                .matcher(model.documentation(owner));
        return tag.find() ? plain(tag.group(1)) : "";
    }

    /** Replaces inline tags by their text, because nothing interprets them in the list of settings. */
    private static String plain(String documentation) {
        return documentation
                .strip()
                .replaceAll("\\s+", " ")
                .replaceAll("\\{@code ([^{}]*)}", "`$1`")
                .replaceAll("\\{@\\w+ ([^{}]*)}", "$1");
    }

    private static String kebab(String name) {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }

    private static String boxed(String name) {
        return switch (name) {
            case "int" -> "Integer";
            case "long" -> "Long";
            case "boolean" -> "Boolean";
            default -> name;
        };
    }

    /** The source of {@code settings} of {@code sprout.beans.BeanModule} and of the keys; empty without settings. */
    String source() {
        return settings.isEmpty() ? "" : """

                    @Override
                    public List<Setting<?>> settings() {
                        return List.of(Keys.ALL);
                    }

                    private static final class Keys {
                        static final Setting[] ALL = {
                            %s
                        };
                    }
                """.formatted(String.join(",\n            ", settings));
    }
}
