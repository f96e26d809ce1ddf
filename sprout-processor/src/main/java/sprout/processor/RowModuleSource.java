package sprout.processor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/** Generates one package's {@code sprout.data.RowModule}. */
final class RowModuleSource extends ModuleSource {
    private final BeanModel model;
    private final List<String> types = new ArrayList<>();
    private final List<String> readings = new ArrayList<>();

    RowModuleSource(String packageName, BeanModel model) {
        super(packageName, "SproutRows", "sprout.data.RowModule", "sprout.data.Columns");
        this.model = model;
    }

    @Override
    boolean add(TypeElement type) {
        if (BeanModel.annotation(type, "sprout.data.Row") == null) {
            return false;
        }
        if (type.getKind() != ElementKind.RECORD || type.getModifiers().contains(Modifier.PRIVATE)) {
            throw new InvalidBeanException(type, "@Row %s must be a record that is not private".formatted(type));
        }
        madeFrom(type);
        List<? extends RecordComponentElement> components = type.getRecordComponents();
        String name = model.erased(type.asType());
        String columns = components.stream()
                .map(component -> '"' + column(component.getSimpleName().toString()) + '"')
                .collect(Collectors.joining(", "));
        List<String> values = new ArrayList<>();
        for (RecordComponentElement component : components) {
            values.add(value(values.size(), component));
        }
        readings.add("case %d: return new %s(%s);".formatted(types.size(), name, String.join(", ", values)));
        types.add("new RowType(%s.class, List.of(%s))".formatted(name, columns));
        return true;
    }

    private static String column(String component) {
        return component.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
    }

    private String value(int i, RecordComponentElement component) {
        TypeMirror type = component.asType();
        String name = model.erased(type);
        String method = switch (name) {
            case "int" -> "intValue";
            case "java.lang.Integer" -> "integer";
            case "long" -> "longValue";
            case "java.lang.Long" -> "longOrNull";
            case "double" -> "doubleValue";
            case "java.lang.Double" -> "doubleOrNull";
            case "boolean" -> "booleanValue";
            case "java.lang.Boolean" -> "booleanOrNull";
            case "java.lang.String" -> "string";
            case "java.math.BigDecimal" -> "decimal";
            case "byte[]" -> "bytes";
            case "java.time.Instant" -> "instant";
            default -> "";
        };
        if (!method.isEmpty()) {
            return "columns.%s(%d)".formatted(method, i);
        }
        if (type instanceof DeclaredType declared && declared.asElement().getKind() == ElementKind.ENUM) {
            return "columns.constant(%d, %s.class)".formatted(i, name);
        }
        return switch (name) {
            case "java.time.LocalDate",
                    "java.time.LocalTime",
                    "java.time.LocalDateTime",
                    "java.time.OffsetDateTime",
                    "java.util.UUID" -> "columns.object(%d, %s.class)".formatted(i, name);
            default ->
                throw new InvalidBeanException(
                        component,
                        "%s cannot be read from a column: it must be a number, boolean, String, enum, UUID, byte[], Instant or a date or time of java.time; for all else give JdbcTemplate.query a RowMapper"
                                .formatted(component));
        };
    }

    @Override
    String body() {
        return list("RowType", "types", types)
                + selection("Object read(int index, Columns columns) throws java.sql.SQLException", readings, NO_OTHER);
    }
}
