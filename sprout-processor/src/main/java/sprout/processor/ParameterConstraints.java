package sprout.processor;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/**
 * Wraps the expression of a parameter in checks of its constraint annotations. Bounds of {@code int} and {@code long}
 * without a message become plain comparisons. For all others it generates a record with one component that carries the
 * annotations, and validates that record with the library. So parameters support the same constraints as fields of a
 * body.
 */
final class ParameterConstraints {
    private static final Set<String> COMPARED = Set.of("Min", "Max", "Positive", "PositiveOrZero");

    private final BeanModel model;
    private final TypeNames names;
    private final List<String> records = new ArrayList<>();

    ParameterConstraints(BeanModel model, TypeNames names) {
        this.model = model;
        this.names = names;
    }

    /** The declarations of the generated records. */
    List<String> records() {
        return records;
    }

    /** The simple names of the generated records. */
    List<String> recordNames() {
        return records.stream()
                .map(record -> recordName(records.indexOf(record)))
                .toList();
    }

    private static String recordName(int index) {
        return "Checked" + index;
    }

    /**
     * Adds the checks of the constraints to the expression of a parameter.
     *
     * @param name the name of the argument in the request, for errors
     */
    String wrap(Parameter parameter, String name, String expression) {
        List<AnnotationMirror> constraints = constraints(parameter.annotations());
        if (constraints.isEmpty() && !elementsConstrained(parameter.type())) {
            return expression;
        }
        boolean whole = Set.of("int", "long").contains(model.erased(parameter.type()));
        return whole && constraints.stream().allMatch(ParameterConstraints::isPlainBound)
                ? compared(constraints, name, expression)
                : checkedOneByOne(constraints, parameter.type(), name, expression);
    }

    /** Whether an annotation is a bound without a message or groups, which a comparison would ignore. */
    private static boolean isPlainBound(AnnotationMirror mirror) {
        return COMPARED.contains(simpleName(mirror))
                && mirror.getElementValues().keySet().stream()
                        .allMatch(attribute -> attribute.getSimpleName().contentEquals("value"));
    }

    private String compared(List<AnnotationMirror> constraints, String name, String expression) {
        String checked = expression;
        for (AnnotationMirror mirror : constraints) {
            checked = switch (simpleName(mirror)) {
                case "Min" -> "Constraints.min(\"%s\", %s, %sL)".formatted(name, checked, model.value(mirror, "value"));
                case "Max" -> "Constraints.max(\"%s\", %s, %sL)".formatted(name, checked, model.value(mirror, "value"));
                case "Positive" -> "Constraints.min(\"%s\", %s, 1L)".formatted(name, checked);
                default -> "Constraints.min(\"%s\", %s, 0L)".formatted(name, checked);
            };
        }
        return checked;
    }

    /**
     * Checks repeated constraints by one record after the other, each with constraints of different types: the library
     * ignores repeated ones of a component whose type is annotated, too.
     */
    private String checkedOneByOne(
            List<AnnotationMirror> constraints, TypeMirror type, String name, String expression) {
        Map<String, AnnotationMirror> distinct = new LinkedHashMap<>();
        List<AnnotationMirror> repeated = new ArrayList<>();
        for (AnnotationMirror mirror : constraints) {
            if (distinct.putIfAbsent(mirror.getAnnotationType().toString(), mirror) != null) {
                repeated.add(mirror);
            }
        }
        String checked = checked(distinct.values(), type, name, expression);
        return repeated.isEmpty() ? checked : checkedOneByOne(repeated, type, name, checked);
    }

    private String checked(Collection<AnnotationMirror> constraints, TypeMirror type, String name, String expression) {
        String record = recordName(records.size());
        records.add("record %s(%s %s value) {}"
                .formatted(
                        record,
                        constraints.stream().map(names::annotation).collect(Collectors.joining(" ")),
                        names.constrained(type)));
        return "Constraints.valid(\"%s\", new %s(%s)).value()".formatted(name, record, expression);
    }

    private boolean elementsConstrained(TypeMirror type) {
        return type instanceof DeclaredType declared
                && declared.getTypeArguments().stream()
                        .anyMatch(argument ->
                                !constraints(argument.getAnnotationMirrors()).isEmpty());
    }

    /**
     * The constraints among annotations, also those that a container such as {@code @Pattern.List} holds.
     * {@code @NotNull} does not count: required parameters are never null.
     */
    private List<AnnotationMirror> constraints(List<? extends AnnotationMirror> annotations) {
        List<AnnotationMirror> found = new ArrayList<>();
        for (AnnotationMirror mirror : annotations) {
            Element type = mirror.getAnnotationType().asElement();
            if (BeanModel.annotation(type, "jakarta.validation.Constraint") == null) {
                found.addAll(constraints(model.annotations(mirror, "value")));
            } else if (!simpleName(mirror).equals("NotNull")) {
                found.add(mirror);
            }
        }
        return found;
    }

    private static String simpleName(AnnotationMirror mirror) {
        return mirror.getAnnotationType().asElement().getSimpleName().toString();
    }
}
