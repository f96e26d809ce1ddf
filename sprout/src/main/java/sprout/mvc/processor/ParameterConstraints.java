package sprout.mvc.processor;

import java.util.Set;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import sprout.beans.processor.BeanModel;
import sprout.beans.processor.InvalidBeanException;

/** Wraps the expression of a parameter in checks of its constraint annotations, so that they cost no reflection. */
final class ParameterConstraints {
    private static final Set<String> PACKAGES =
            Set.of("jakarta.validation.constraints", "io.avaje.validation.constraints");

    private ParameterConstraints() {}

    static String wrap(BeanModel model, VariableElement parameter, String name, String expression) {
        String checked = expression;
        for (AnnotationMirror mirror : parameter.getAnnotationMirrors()) {
            TypeElement type = (TypeElement) mirror.getAnnotationType().asElement();
            String simple = type.getSimpleName().toString();
            if (PACKAGES.contains(model.packageOf(type)) && !simple.equals("Valid") && !simple.equals("NotNull")) {
                checked = wrap(model, parameter, mirror, simple, "\"%s\", %s".formatted(name, checked));
            }
        }
        return checked;
    }

    private static String wrap(
            BeanModel model, VariableElement parameter, AnnotationMirror mirror, String constraint, String inner) {
        return switch (constraint) {
            case "Min" -> "Constraints.min(%s, %sL)".formatted(inner, model.value(mirror, "value"));
            case "Max" -> "Constraints.max(%s, %sL)".formatted(inner, model.value(mirror, "value"));
            case "Positive" -> "Constraints.min(%s, 1L)".formatted(inner);
            case "PositiveOrZero" -> "Constraints.min(%s, 0L)".formatted(inner);
            case "NotBlank" -> "Constraints.notBlank(%s)".formatted(inner);
            case "Size" ->
                "Constraints.size(%s, %s, %s)".formatted(inner, model.value(mirror, "min"), model.value(mirror, "max"));
            default ->
                throw new InvalidBeanException(
                        parameter,
                        "@%s cannot stand on parameter %s: use @Min, @Max, @Positive, @PositiveOrZero, @NotBlank or @Size, or a @Valid body"
                                .formatted(constraint, parameter));
        };
    }
}
