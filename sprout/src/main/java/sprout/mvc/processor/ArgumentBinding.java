package sprout.mvc.processor;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;
import sprout.beans.processor.BeanModel;
import sprout.beans.processor.InvalidBeanException;

/** Writes the expression that gives one parameter of a controller's method its value. */
final class ArgumentBinding {
    static final String ANNOTATIONS = "sprout.mvc.annotation.";
    private static final Set<String> OWN_TYPES = Set.of("java.lang.String", "byte[]");

    private final BeanModel model;
    private final ProcessingEnvironment environment;

    ArgumentBinding(BeanModel model, ProcessingEnvironment environment) {
        this.model = model;
        this.environment = environment;
    }

    String expression(VariableElement parameter) {
        String expression = unchecked(parameter);
        return ParameterConstraints.wrap(model, parameter, nameOf(parameter), expression);
    }

    /** Whether the parameter is a body that must be read from JSON. */
    boolean isJsonBody(VariableElement parameter) {
        return mirror(parameter, "RequestBody") != null && !OWN_TYPES.contains(typeName(parameter));
    }

    /** Adds the classes that a method takes or gives as JSON, and those of them that are validated. */
    void addBodyTypes(ExecutableElement method, Set<String> jsonTypes, Set<String> validTypes) {
        addJsonTypes(method.getReturnType(), jsonTypes);
        for (VariableElement parameter : method.getParameters()) {
            if (isJsonBody(parameter)) {
                addJsonTypes(parameter.asType(), jsonTypes);
                if (isValidated(parameter)) {
                    addJsonTypes(parameter.asType(), validTypes);
                }
            }
        }
    }

    /** A class of the application itself, or those in its type arguments; the JDK's and Sprout's need no adapter. */
    private void addJsonTypes(TypeMirror type, Set<String> types) {
        if (type instanceof DeclaredType declared) {
            declared.getTypeArguments().forEach(argument -> addJsonTypes(argument, types));
            String name = model.erased(type);
            if (!name.startsWith("java.") && !name.startsWith("sprout.http.") && !name.startsWith("sprout.mvc.")) {
                types.add(name);
            }
        }
    }

    private static boolean isValidated(VariableElement parameter) {
        return BeanModel.annotation(parameter, "jakarta.validation.Valid") != null
                || BeanModel.annotation(parameter, "io.avaje.validation.constraints.Valid") != null;
    }

    private String unchecked(VariableElement parameter) {
        AnnotationMirror path = mirror(parameter, "PathVariable");
        if (path != null) {
            String name = name(path, parameter);
            return convert(parameter, parameter.asType(), name, "a.path(\"%s\")".formatted(name));
        }
        AnnotationMirror query = mirror(parameter, "RequestParam");
        if (query != null) {
            return named(parameter, query, "query");
        }
        AnnotationMirror header = mirror(parameter, "Header");
        if (header != null) {
            return named(parameter, header, "header");
        }
        AnnotationMirror body = mirror(parameter, "RequestBody");
        return body != null ? body(parameter, body) : injected(parameter);
    }

    private static String injected(VariableElement parameter) {
        return switch (parameter.asType().toString()) {
            case "sprout.http.HttpRequest" -> "a.request()";
            case "sprout.http.HttpResponse" -> "a.response()";
            case "sprout.http.HttpHeaders" -> "a.request().headers()";
            default ->
                throw new InvalidBeanException(
                        parameter,
                        "parameter %s needs @PathVariable, @RequestParam, @Header or @RequestBody, which say where its value comes from"
                                .formatted(parameter));
        };
    }

    private String named(VariableElement parameter, AnnotationMirror mirror, String source) {
        String name = name(mirror, parameter);
        TypeMirror type = parameter.asType();
        if (source.equals("query") && model.erased(type).equals("java.util.List")) {
            return "Convert.list(a.queries(\"%s\"), t -> %s)"
                    .formatted(name, convert(parameter, argument(parameter), name, "t"));
        }
        String value = "a.%s(\"%s\")".formatted(source, name);
        if (model.erased(type).equals("java.util.Optional")) {
            return "Convert.optional(%s, t -> %s)".formatted(value, convert(parameter, argument(parameter), name, "t"));
        }
        String defaultValue = model.string(mirror, "defaultValue");
        if (!defaultValue.equals("\0")) {
            String text = "a.%s(\"%s\", %s)".formatted(source, name, literal(defaultValue));
            return convert(parameter, type, name, text);
        }
        if (Boolean.TRUE.equals(model.value(mirror, "required"))) {
            return convert(parameter, type, name, "Arguments.required(\"%s\", %s)".formatted(name, value));
        }
        requireNullable(parameter);
        return typeName(parameter).equals("java.lang.String")
                ? value
                : "(%s) Convert.orNull(%s, t -> %s)".formatted(boxed(type), value, convert(parameter, type, name, "t"));
    }

    private static void requireNullable(VariableElement parameter) {
        if (parameter.asType().getKind().isPrimitive()) {
            throw new InvalidBeanException(
                    parameter,
                    "parameter %s is not required but a primitive, which cannot be null: give it a defaultValue, or take its boxed type"
                            .formatted(parameter));
        }
    }

    private String body(VariableElement parameter, AnnotationMirror mirror) {
        boolean required = Boolean.TRUE.equals(model.value(mirror, "required"));
        String type = typeName(parameter);
        if (type.equals("java.lang.String")) {
            return "a.text()";
        }
        if (type.equals("byte[]")) {
            return "a.request().body()";
        }
        String read = "(%s) a.%s(%s)"
                .formatted(
                        bare(parameter.asType()), required ? "body" : "bodyOrNull", typeExpression(parameter.asType()));
        return isValidated(parameter) ? "a.valid(%s)".formatted(read) : read;
    }

    /** A {@link java.lang.reflect.Type} that the JSON library understands. */
    private String typeExpression(TypeMirror type) {
        if (type instanceof DeclaredType declared
                && !declared.getTypeArguments().isEmpty()) {
            TypeMirror last = declared.getTypeArguments().getLast();
            return switch (model.erased(type)) {
                case "java.util.List" -> "io.avaje.jsonb.Types.listOf(%s)".formatted(typeExpression(last));
                case "java.util.Set" -> "io.avaje.jsonb.Types.setOf(%s)".formatted(typeExpression(last));
                case "java.util.Map" -> "io.avaje.jsonb.Types.mapOf(%s)".formatted(typeExpression(last));
                default -> model.erased(type) + ".class";
            };
        }
        return model.erased(type) + ".class";
    }

    private String convert(VariableElement parameter, TypeMirror type, String name, String text) {
        String named = "(\"%s\", %s".formatted(name, text);
        return switch (model.erased(type)) {
            case "java.lang.String" -> text;
            case "int", "java.lang.Integer" -> "Convert.toInt" + named + ")";
            case "long", "java.lang.Long" -> "Convert.toLong" + named + ")";
            case "short", "java.lang.Short" -> "Convert.toShort" + named + ")";
            case "byte", "java.lang.Byte" -> "Convert.toByte" + named + ")";
            case "double", "java.lang.Double" -> "Convert.toDouble" + named + ")";
            case "float", "java.lang.Float" -> "Convert.toFloat" + named + ")";
            case "char", "java.lang.Character" -> "Convert.toChar" + named + ")";
            case "boolean", "java.lang.Boolean" -> "Convert.toBoolean" + named + ")";
            case "java.util.UUID" -> "Convert.toUuid" + named + ")";
            case "java.math.BigDecimal" -> "Convert.parse" + named + ", java.math.BigDecimal::new, \"a number\")";
            case "java.math.BigInteger" -> "Convert.parse" + named + ", java.math.BigInteger::new, \"a whole number\")";
            default -> convertByFactory(parameter, type, named);
        };
    }

    private String convertByFactory(VariableElement parameter, TypeMirror type, String named) {
        String erased = model.erased(type);
        if (type instanceof DeclaredType declared && declared.asElement().getKind() == ElementKind.ENUM) {
            return "Convert.toEnum%s, %s.class)".formatted(named, erased);
        }
        String factory = type instanceof DeclaredType declared ? factory((TypeElement) declared.asElement()) : null;
        if (factory == null) {
            throw new InvalidBeanException(
                    parameter,
                    "parameter %s of type %s cannot be read from text: take a String, a number, an enum, or a type with a static parse(CharSequence), valueOf(String) or of(String)"
                            .formatted(parameter, erased));
        }
        return "Convert.parse%s, t2 -> %s.%s(t2), \"a %s\")"
                .formatted(named, erased, factory, erased.substring(erased.lastIndexOf('.') + 1));
    }

    private static @Nullable String factory(TypeElement type) {
        for (String name : List.of("parse", "valueOf", "of", "fromString")) {
            for (ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
                if (method.getSimpleName().contentEquals(name) && takesText(method)) {
                    return name;
                }
            }
        }
        return null;
    }

    private static boolean takesText(ExecutableElement method) {
        return method.getModifiers().contains(Modifier.STATIC)
                && method.getParameters().size() == 1
                && Set.of("java.lang.String", "java.lang.CharSequence")
                        .contains(method.getParameters().getFirst().asType().toString());
    }

    private TypeMirror argument(VariableElement parameter) {
        List<? extends TypeMirror> arguments = ((DeclaredType) parameter.asType()).getTypeArguments();
        if (arguments.isEmpty()) {
            throw new InvalidBeanException(parameter, "parameter %s needs a type argument".formatted(parameter));
        }
        return arguments.getLast();
    }

    private String boxed(TypeMirror type) {
        return type.getKind().isPrimitive()
                ? environment
                        .getTypeUtils()
                        .boxedClass(environment.getTypeUtils().getPrimitiveType(type.getKind()))
                        .toString()
                : bare(type);
    }

    /** The type as source code writes it, type arguments kept and annotations left out. */
    private String bare(TypeMirror type) {
        if (type instanceof DeclaredType declared
                && !declared.getTypeArguments().isEmpty()) {
            List<String> arguments = new ArrayList<>();
            declared.getTypeArguments().forEach(argument -> arguments.add(bare(argument)));
            return "%s<%s>".formatted(model.erased(type), String.join(", ", arguments));
        }
        return type.getKind() == TypeKind.WILDCARD ? "?" : model.erased(type);
    }

    private String typeName(VariableElement parameter) {
        return model.erased(parameter.asType());
    }

    private String nameOf(VariableElement parameter) {
        for (String annotation : List.of("PathVariable", "RequestParam", "Header")) {
            AnnotationMirror mirror = mirror(parameter, annotation);
            if (mirror != null) {
                return name(mirror, parameter);
            }
        }
        return parameter.getSimpleName().toString();
    }

    private String name(AnnotationMirror mirror, VariableElement parameter) {
        String given = model.string(mirror, "value");
        return given.isEmpty() ? parameter.getSimpleName().toString() : given;
    }

    private static @Nullable AnnotationMirror mirror(VariableElement parameter, String annotation) {
        return BeanModel.annotation(parameter, ANNOTATIONS + annotation);
    }

    private String literal(String text) {
        return environment.getElementUtils().getConstantExpression(text);
    }
}
