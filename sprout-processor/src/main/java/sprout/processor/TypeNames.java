package sprout.processor;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;

/** Formats types and annotations as source code. */
final class TypeNames {
    /** The generic types of the JDK that the JSON library can read. */
    private static final Set<String> READABLE =
            Set.of("java.util.Collection", "java.util.List", "java.util.Map", "java.util.Optional", "java.util.Set");

    private final BeanModel model;

    TypeNames(BeanModel model) {
        this.model = model;
    }

    /** The type with its type arguments, without annotations. */
    String bare(TypeMirror type) {
        return switch (type) {
            case ArrayType array -> bare(array.getComponentType()) + "[]";
            case WildcardType wildcard -> "? extends " + bare(model.upperBound(wildcard));
            case DeclaredType declared
            when !declared.getTypeArguments().isEmpty() ->
                declared.getTypeArguments().stream()
                        .map(this::bare)
                        .collect(Collectors.joining(", ", model.erased(type) + "<", ">"));
            default -> model.erased(type);
        };
    }

    /** Like {@link #bare}, with the wrapper class of a primitive type. */
    String boxed(TypeMirror type) {
        return type.getKind().isPrimitive() ? model.boxed(type).toString() : bare(type);
    }

    /** The wrapper class or type, marked nullable; type arguments keep their annotations. */
    String constrained(TypeMirror type) {
        return annotated(type, "@org.jspecify.annotations.Nullable ");
    }

    private String annotated(TypeMirror type, String annotations) {
        if (!(type instanceof DeclaredType declared)) {
            return type.getKind().isPrimitive() ? annotated(model.boxed(type), annotations) : bare(type);
        }
        String name = model.erased(type);
        int simple = name.lastIndexOf('.') + 1;
        String arguments = declared.getTypeArguments().stream()
                .map(argument -> annotated(
                        argument,
                        argument.getAnnotationMirrors().stream()
                                .map(mirror -> annotation(mirror) + " ")
                                .collect(Collectors.joining())))
                .collect(Collectors.joining(", "));
        return name.substring(0, simple)
                + annotations
                + name.substring(simple)
                + (arguments.isEmpty() ? "" : "<" + arguments + ">");
    }

    /**
     * An expression of type {@link java.lang.reflect.Type} for the JSON library.
     *
     * @throws InvalidBeanException at the parameter, if the library cannot read the type
     */
    String literal(Parameter parameter, TypeMirror type) {
        return switch (model.upperBound(type)) {
            case ArrayType array ->
                "io.avaje.jsonb.Types.arrayOf(%s)".formatted(literal(parameter, array.getComponentType()));
            case DeclaredType declared -> {
                requireReadable(parameter, declared);
                String arguments = declared.getTypeArguments().stream()
                        .map(argument -> ", " + literal(parameter, argument))
                        .collect(Collectors.joining());
                yield arguments.isEmpty()
                        ? model.erased(type) + ".class"
                        : "io.avaje.jsonb.Types.newParameterizedType(%s.class%s)"
                                .formatted(model.erased(type), arguments);
            }
            default -> model.erased(type) + ".class";
        };
    }

    private void requireReadable(Parameter parameter, DeclaredType type) {
        TypeElement element = (TypeElement) type.asElement();
        String name = element.getQualifiedName().toString();
        boolean readable = name.startsWith("java.")
                ? element.getTypeParameters().isEmpty() || (READABLE.contains(name) && hasReadableKeys(type))
                : type.getTypeArguments().isEmpty() || !element.getNestingKind().isNested();
        if (!readable) {
            throw new InvalidBeanException(
                    parameter.element(),
                    "parameter %s cannot be read from JSON as %s: take an array, List, Set, Collection, Optional, or a Map whose keys are String or an enum; a generic type of your own must not be nested in another type"
                            .formatted(parameter, bare(type)));
        }
    }

    /** Whether the keys of a map can be names of JSON; true for all other types. */
    private boolean hasReadableKeys(DeclaredType type) {
        List<? extends TypeMirror> arguments = type.getTypeArguments();
        return arguments.size() < 2
                || model.erased(arguments.getFirst()).equals("java.lang.String")
                || (arguments.getFirst() instanceof DeclaredType key
                        && key.asElement().getKind() == ElementKind.ENUM);
    }

    /** An annotation with the attributes that it sets. The compiler's own text lacks the classes of enum constants. */
    String annotation(AnnotationMirror mirror) {
        return mirror.getElementValues().entrySet().stream()
                .map(entry -> entry.getKey().getSimpleName() + " = "
                        + value(entry.getValue().getValue()))
                .collect(Collectors.joining(", ", "@" + model.erased(mirror.getAnnotationType()) + "(", ")"));
    }

    /** The value of an attribute as it can stand in an annotation. */
    String value(Object value) {
        return switch (value) {
            case List<?> values ->
                values.stream()
                        .map(one -> value(((AnnotationValue) one).getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
            case TypeMirror type -> model.erased(type) + ".class";
            case VariableElement constant -> model.erased(constant.asType()) + "." + constant.getSimpleName();
            case AnnotationMirror mirror -> annotation(mirror);
            default -> model.constant(value);
        };
    }
}
