package sprout.processor;

import java.util.List;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/** Generates the expression that converts a text to the type of an argument. */
final class TextConversion {
    private final BeanModel model;
    private final String packageName;

    /** Creates a conversion for the generated class of a package. */
    TextConversion(BeanModel model, String packageName) {
        this.model = model;
        this.packageName = packageName;
    }

    /**
     * Generates an expression of the given type.
     *
     * @param name the name of the argument in the request, for errors
     * @param text an expression of type String
     * @throws InvalidBeanException if the type cannot be converted from text
     */
    String expression(Parameter parameter, TypeMirror type, String name, String text) {
        String arguments = "(\"%s\", %s".formatted(name, text);
        return switch (model.erased(type)) {
            case "java.lang.String", "java.lang.CharSequence" -> text;
            case "int", "java.lang.Integer" -> "Convert.toInt" + arguments + ")";
            case "long", "java.lang.Long" -> "Convert.toLong" + arguments + ")";
            case "short", "java.lang.Short" -> "Convert.toShort" + arguments + ")";
            case "byte", "java.lang.Byte" -> "Convert.toByte" + arguments + ")";
            case "double", "java.lang.Double" -> "Convert.toDouble" + arguments + ")";
            case "float", "java.lang.Float" -> "Convert.toFloat" + arguments + ")";
            case "char", "java.lang.Character" -> "Convert.toChar" + arguments + ")";
            case "boolean", "java.lang.Boolean" -> "Convert.toBoolean" + arguments + ")";
            case "java.util.UUID" -> "Convert.toUuid" + arguments + ")";
            case "java.math.BigDecimal" -> "Convert.toDecimal" + arguments + ")";
            case "java.math.BigInteger" -> "Convert.toBigInteger" + arguments + ")";
            default -> byFactory(parameter, type, arguments);
        };
    }

    private String byFactory(Parameter parameter, TypeMirror type, String arguments) {
        String erased = model.erased(type);
        if (type instanceof DeclaredType declared && declared.asElement().getKind() == ElementKind.ENUM) {
            return "Convert.toEnum%s, %s.class)".formatted(arguments, erased);
        }
        String factory = type instanceof DeclaredType declared ? factory((TypeElement) declared.asElement()) : null;
        if (factory == null) {
            throw new InvalidBeanException(
                    parameter.element(),
                    "parameter %s of type %s cannot be read from text: take a String, a number, an enum, or a type with a static parse, valueOf, of or fromString that takes one String or CharSequence, returns the type, is accessible and throws no checked exception"
                            .formatted(parameter, erased));
        }
        return "Convert.parse%s, t2 -> %s.%s(t2), \"a %s\")"
                .formatted(arguments, erased, factory, erased.substring(erased.lastIndexOf('.') + 1));
    }

    private @Nullable String factory(TypeElement type) {
        for (String name : List.of("parse", "valueOf", "of", "fromString")) {
            for (ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
                if (method.getSimpleName().contentEquals(name) && isFactory(type, method)) {
                    return name;
                }
            }
        }
        return null;
    }

    private boolean isFactory(TypeElement type, ExecutableElement method) {
        return method.getModifiers().contains(Modifier.STATIC)
                && model.isAccessible(method, packageName)
                && method.getParameters().size() == 1
                && Set.of("java.lang.String", "java.lang.CharSequence")
                        .contains(model.erased(method.getParameters().getFirst().asType()))
                && method.getReturnType().getKind() == TypeKind.DECLARED
                && model.isA(method.getReturnType(), model.erased(type.asType()))
                && method.getThrownTypes().stream().allMatch(this::isUnchecked);
    }

    private boolean isUnchecked(TypeMirror thrown) {
        return model.isA(thrown, RuntimeException.class.getName()) || model.isA(thrown, Error.class.getName());
    }
}
