package sprout.processor;

import java.util.List;
import java.util.stream.Collectors;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/** Generates annotations as objects of anonymous classes, so that an aspect can read them without reflection. */
final class AnnotationLiterals {
    private final BeanModel model;
    private final TypeNames names;
    private final StringBuilder methods = new StringBuilder();
    private int count;

    AnnotationLiterals(BeanModel model) {
        this.model = model;
        this.names = new TypeNames(model);
    }

    /** Generates an expression for the annotation; {@link #source} has the method that it calls. */
    String reference(AnnotationMirror mirror) {
        TypeElement annotation = (TypeElement) mirror.getAnnotationType().asElement();
        String name = annotation.getQualifiedName().toString();
        String attributes = ElementFilter.methodsIn(annotation.getEnclosedElements()).stream()
                .map(attribute -> attribute(mirror, attribute))
                .collect(Collectors.joining());
        methods.append("""

                        private static java.lang.annotation.Annotation sproutAnnotation%1$d() {
                            return new %2$s() {
                                @Override
                                public Class annotationType() {
                                    return %2$s.class;
                                }

                                @Override
                                public boolean equals(Object other) {
                                    return this == other;
                                }

                                @Override
                                public int hashCode() {
                                    return System.identityHashCode(this);
                                }
                %3$s            };
                        }
                """.formatted(count, name, attributes));
        return "sproutAnnotation" + count++ + "()";
    }

    String source() {
        return methods.toString();
    }

    private String attribute(AnnotationMirror mirror, ExecutableElement attribute) {
        Object value = model.value(mirror, attribute.getSimpleName().toString());
        return """

                                @Override
                                public %s %s() {
                                    return %s;
                                }
                """.formatted(
                        model.erased(attribute.getReturnType()), attribute.getSimpleName(), literal(attribute, value));
    }

    private String literal(ExecutableElement attribute, @Nullable Object value) {
        TypeMirror type = attribute.getReturnType();
        if (value == null || holdsAnnotations(value)) {
            throw new InvalidBeanException(
                    attribute, "a @Pointcut annotation cannot hold annotations: " + attribute + " does");
        }
        return (type.getKind() == TypeKind.ARRAY ? "new " + model.erased(type) + " " : "") + names.value(value);
    }

    private static boolean holdsAnnotations(Object value) {
        return value instanceof AnnotationMirror
                || (value instanceof List<?> values
                        && values.stream()
                                .anyMatch(one -> ((AnnotationValue) one).getValue() instanceof AnnotationMirror));
    }
}
