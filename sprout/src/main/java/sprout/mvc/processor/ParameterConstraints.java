package sprout.mvc.processor;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import sprout.beans.processor.BeanModel;

/**
 * Wraps the expression of a parameter in checks of its constraint annotations. Bounds of whole numbers become plain comparisons;
 * everything else is asked of the validation library, by a record of one component that carries the annotations, so that every
 * constraint that a field of a body may have works here too.
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

    /** The declarations of the records that are needed. */
    List<String> records() {
        return records;
    }

    /** The simple names of these records. */
    List<String> recordNames() {
        return records.stream()
                .map(record -> recordName(records.indexOf(record)))
                .toList();
    }

    private static String recordName(int index) {
        return "Checked" + index;
    }

    /** The expression of a parameter, which comes from the request under this name, with its constraints checked. */
    String wrap(VariableElement parameter, String name, String expression) {
        List<? extends AnnotationMirror> constraints = parameter.getAnnotationMirrors().stream()
                .filter(this::isConstraint)
                .toList();
        if (constraints.isEmpty() && !elementsConstrained(parameter.asType())) {
            return expression;
        }
        boolean whole = Set.of("int", "long").contains(model.erased(parameter.asType()));
        return whole && constraints.stream().allMatch(mirror -> COMPARED.contains(simpleName(mirror)))
                ? compared(constraints, name, expression)
                : checked(constraints, parameter.asType(), name, expression);
    }

    private String compared(List<? extends AnnotationMirror> constraints, String name, String expression) {
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

    private String checked(
            List<? extends AnnotationMirror> constraints, TypeMirror type, String name, String expression) {
        String record = recordName(records.size());
        records.add("record %s(%s %s value) {}"
                .formatted(
                        record,
                        constraints.stream().map(Object::toString).collect(Collectors.joining(" ")),
                        names.constrained(type)));
        return "a.valid(\"%s\", new %s(%s)).value()".formatted(name, record, expression);
    }

    private boolean elementsConstrained(TypeMirror type) {
        return type instanceof DeclaredType declared
                && declared.getTypeArguments().stream()
                        .anyMatch(argument ->
                                argument.getAnnotationMirrors().stream().anyMatch(this::isConstraint));
    }

    /** An annotation that is itself annotated as a constraint; {@code @NotNull} says only that the parameter is required. */
    private boolean isConstraint(AnnotationMirror mirror) {
        Element type = mirror.getAnnotationType().asElement();
        return !simpleName(mirror).equals("NotNull")
                && type instanceof TypeElement
                && BeanModel.annotation(type, "jakarta.validation.Constraint") != null;
    }

    private static String simpleName(AnnotationMirror mirror) {
        return mirror.getAnnotationType().asElement().getSimpleName().toString();
    }
}
