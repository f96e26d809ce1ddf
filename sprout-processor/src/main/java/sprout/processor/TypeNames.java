package sprout.processor;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Formats types as source code. */
final class TypeNames {
    private final BeanModel model;

    TypeNames(BeanModel model) {
        this.model = model;
    }

    /** The type with its type arguments, without annotations. */
    String bare(TypeMirror type) {
        if (type instanceof DeclaredType declared
                && !declared.getTypeArguments().isEmpty()) {
            List<String> arguments = new ArrayList<>();
            declared.getTypeArguments().forEach(argument -> arguments.add(bare(argument)));
            return "%s<%s>".formatted(model.erased(type), String.join(", ", arguments));
        }
        return type.getKind() == TypeKind.WILDCARD ? "?" : model.erased(type);
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
                                .map(mirror -> mirror + " ")
                                .collect(Collectors.joining())))
                .collect(Collectors.joining(", "));
        return name.substring(0, simple)
                + annotations
                + name.substring(simple)
                + (arguments.isEmpty() ? "" : "<" + arguments + ">");
    }

    /** An expression of type {@link java.lang.reflect.Type} for the JSON library. */
    String literal(TypeMirror type) {
        if (type instanceof DeclaredType declared
                && !declared.getTypeArguments().isEmpty()) {
            TypeMirror last = declared.getTypeArguments().getLast();
            return switch (model.erased(type)) {
                case "java.util.List", "java.util.Collection" ->
                    "io.avaje.jsonb.Types.listOf(%s)".formatted(literal(last));
                case "java.util.Set" -> "io.avaje.jsonb.Types.setOf(%s)".formatted(literal(last));
                case "java.util.Map" -> "io.avaje.jsonb.Types.mapOf(%s)".formatted(literal(last));
                default -> model.erased(type) + ".class";
            };
        }
        return model.erased(type) + ".class";
    }
}
