package sprout.processor;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Generates the expression that provides one parameter of a controller method. */
final class ArgumentBinding {
    static final String ANNOTATIONS = "sprout.mvc.annotation.";
    /** {@code RequestParam.ABSENT}, the default value of an annotation that has none. */
    private static final String ABSENT = "\0";

    private static final String FILE = "sprout.mvc.MultipartFile";
    private static final String PRECONDITIONS = "sprout.mvc.Preconditions";
    /** Types of parameters by which a method sees the conditions of a request. */
    private static final Set<String> CONDITIONAL =
            Set.of(PRECONDITIONS, "sprout.http.HttpRequest", "sprout.http.HttpHeaders");
    /** Maps each parameter annotation to the method of {@code Arguments} that provides the value. */
    private static final List<Source> SOURCES = List.of(
            new Source("PathVariable", "path"),
            new Source("RequestPart", "textPart"),
            new Source("Header", "header"),
            new Source("CookieValue", "cookie"));

    private static final Source QUERY_OR_FORM = new Source("RequestParam", "query");
    /** For methods that take the body in memory: a multipart form would be read from the stream, and use it up. */
    private static final Source QUERY_OR_FIELD = new Source("RequestParam", "field");
    /** For methods that take the body as a stream. */
    private static final Source QUERY = new Source("RequestParam", "parameter");

    private final BeanModel model;
    private final TypeNames names;
    private final TextConversion conversion;
    private final ParameterConstraints constraints;
    private final Source requestParam;

    /** Creates a binding for the generated class of a package. */
    ArgumentBinding(BeanModel model, String packageName) {
        this.model = model;
        this.names = new TypeNames(model);
        this.conversion = new TextConversion(model, packageName);
        this.constraints = new ParameterConstraints(model, names);
        this.requestParam = QUERY_OR_FORM;
    }

    private ArgumentBinding(ArgumentBinding other, Source requestParam) {
        this.model = other.model;
        this.names = other.names;
        this.conversion = other.conversion;
        this.constraints = other.constraints;
        this.requestParam = requestParam;
    }

    /** The binding for a method with these parameters. */
    ArgumentBinding of(List<Parameter> parameters) {
        if (parameters.stream().anyMatch(this::takesStream)) {
            return new ArgumentBinding(this, QUERY);
        }
        boolean takesBody = parameters.stream().anyMatch(parameter -> mirror(parameter, "RequestBody") != null);
        return takesBody ? new ArgumentBinding(this, QUERY_OR_FIELD) : this;
    }

    private boolean takesStream(Parameter parameter) {
        return model.erased(parameter.type()).equals("java.io.InputStream") && source(parameter) == null;
    }

    private record Source(String annotation, String method) {}

    ParameterConstraints constraints() {
        return constraints;
    }

    /** The expression of a parameter, including the checks of its constraints. */
    String expression(Parameter parameter) {
        Source source = source(parameter);
        String name = source == null ? parameter.name() : name(source, parameter);
        return constraints.wrap(parameter, name, source == null ? unnamed(parameter) : named(source, parameter));
    }

    /** The name of the path variable that the parameter binds, or null. */
    @Nullable
    String pathVariable(Parameter parameter) {
        Source source = source(parameter);
        return source == null || !source.method().equals("path") ? null : name(source, parameter);
    }

    /**
     * Rejects a parameter, or a component of a record, whose path variable is not in the path.
     *
     * @throws InvalidBeanException naming the variables that the path has
     */
    void requireVariable(Parameter parameter, PathTemplate path) {
        for (Parameter asking : components(parameter)) {
            String name = pathVariable(asking);
            if (name != null && !path.variables().contains(name)) {
                throw new InvalidBeanException(
                        parameter.element(),
                        "the path %s has no variable {%s}; it has %s".formatted(path.text(), name, path.variables()));
            }
        }
    }

    /** The components of a record that bundles several parameters; otherwise the parameter itself. */
    private List<Parameter> components(Parameter parameter) {
        boolean bundled = source(parameter) == null && mirror(parameter, "RequestBody") == null;
        TypeElement type = bundled ? recordOf(parameter) : null;
        return type == null ? List.of(parameter) : model.parameters(model.canonicalConstructor(type));
    }

    private static @Nullable TypeElement recordOf(Parameter parameter) {
        return parameter.type() instanceof DeclaredType declared
                        && declared.asElement().getKind() == ElementKind.RECORD
                ? (TypeElement) declared.asElement()
                : null;
    }

    /** The expression that reads the parameter from JSON with the given method of the arguments. */
    String read(Parameter parameter, String method) {
        return "(%s) a.%s(%s)"
                .formatted(names.bare(parameter.type()), method, names.literal(parameter, parameter.type()));
    }

    private String unnamed(Parameter parameter) {
        AnnotationMirror body = mirror(parameter, "RequestBody");
        if (body != null) {
            return body(parameter, Boolean.TRUE.equals(model.value(body, "required")));
        }
        return switch (model.erased(parameter.type())) {
            case "sprout.http.HttpRequest" -> "a.request()";
            case "sprout.http.HttpResponse" -> "a.response()";
            case "sprout.http.HttpHeaders" -> "a.request().headers()";
            case "java.io.InputStream" -> "a.request().bodyStream()";
            case "java.io.OutputStream" -> "a.response().bodyStream()";
            case PRECONDITIONS -> "a.preconditions()";
            case FILE -> "a.file(\"%s\")".formatted(parameter.name());
            default -> validated(parameter, bundle(parameter));
        };
    }

    /**
     * The expression of a record whose components are bound like parameters. A component without an annotation is a
     * request parameter; it is optional, unless its type is primitive.
     */
    private String bundle(Parameter parameter) {
        TypeElement type = recordOf(parameter);
        if (type == null) {
            throw new InvalidBeanException(
                    parameter.element(),
                    "parameter %s needs @PathVariable, @RequestParam, @Header, @CookieValue or @RequestBody, which say where its value comes from; only a record may stand without, for its components are request parameters"
                            .formatted(parameter));
        }
        String arguments = model.parameters(model.canonicalConstructor(type)).stream()
                .map(this::component)
                .collect(Collectors.joining(", "));
        return "new %s(%s)".formatted(names.bare(parameter.type()), arguments);
    }

    private String component(Parameter component) {
        Source source = source(component);
        return source == null
                ? named(
                        requestParam,
                        component,
                        component.name(),
                        null,
                        component.type().getKind().isPrimitive())
                : named(source, component);
    }

    private String named(Source source, Parameter parameter) {
        AnnotationMirror mirror = mirror(parameter, source.annotation());
        String name = name(source, parameter);
        if (mirror == null || source.method().equals("path")) {
            return conversion.expression(parameter, parameter.type(), name, "a.path(\"%s\")".formatted(name));
        }
        Object given = model.value(mirror, "defaultValue");
        String defaultValue = given == null || given.equals(ABSENT) ? null : given.toString();
        return named(source, parameter, name, defaultValue, Boolean.TRUE.equals(model.value(mirror, "required")));
    }

    private String named(
            Source source, Parameter parameter, String name, @Nullable String defaultValue, boolean required) {
        TypeMirror type = parameter.type();
        if (isFile(type) || (source.annotation().equals("RequestPart") && !isText(type))) {
            return part(parameter, name, required);
        }
        String value = defaultValue == null
                ? "a.%s(\"%s\")".formatted(source.method(), name)
                : "Arguments.orDefault(a.%s(\"%s\"), %s)"
                        .formatted(source.method(), name, model.constant(defaultValue));
        return switch (model.erased(type)) {
            case "java.util.List", "java.util.Collection" -> many(source, parameter, name, defaultValue, "list");
            case "java.util.Set" -> many(source, parameter, name, defaultValue, "set");
            case "java.util.Optional" ->
                "Convert.optional(%s, t -> %s)".formatted(value, converted(parameter, argument(parameter), name, "t"));
            default ->
                defaultValue != null
                        ? converted(parameter, type, name, value)
                        : single(parameter, name, value, required);
        };
    }

    private String single(Parameter parameter, String name, String value, boolean required) {
        TypeMirror type = parameter.type();
        if (required) {
            return converted(parameter, type, name, "Arguments.required(\"%s\", %s)".formatted(name, value));
        }
        if (type.getKind().isPrimitive()) {
            throw new InvalidBeanException(
                    parameter.element(),
                    "parameter %s is not required but a primitive, which cannot be null: give it a defaultValue, or take its boxed type"
                            .formatted(parameter));
        }
        return isText(type)
                ? value
                : "(%s) Convert.orNull(%s, t -> %s)"
                        .formatted(names.boxed(type), value, converted(parameter, type, name, "t"));
    }

    private String many(Source source, Parameter parameter, String name, @Nullable String defaultValue, String method) {
        String values = defaultValue == null
                ? "a.%s(\"%s\")".formatted(plural(source), name)
                : "Arguments.orDefault(a.%s(\"%s\"), %s)".formatted(plural(source), name, model.constant(defaultValue));
        return "Convert.%s(%s, t -> %s)"
                .formatted(method, values, converted(parameter, argument(parameter), name, "t"));
    }

    private static String plural(Source source) {
        return switch (source.method()) {
            case "query" -> "queries";
            case "header" -> "headers";
            default -> source.method() + "s";
        };
    }

    private String converted(Parameter parameter, TypeMirror type, String name, String text) {
        return conversion.expression(parameter, type, name, text);
    }

    private boolean isText(TypeMirror type) {
        return Set.of("java.lang.String", "java.lang.CharSequence").contains(model.erased(type));
    }

    /** The expression of a file, or of a part that is read from JSON. */
    private String part(Parameter parameter, String name, boolean required) {
        String erased = model.erased(parameter.type());
        if (!isFile(parameter.type())) {
            String read = "(%s) a.%s(\"%s\", %s)"
                    .formatted(
                            names.bare(parameter.type()),
                            required ? "part" : "partOrNull",
                            name,
                            names.literal(parameter, parameter.type()));
            return validated(parameter, read);
        }
        return switch (erased) {
            case "java.util.List" -> "a.files(\"%s\")".formatted(name);
            case "java.util.Optional" -> "java.util.Optional.ofNullable(a.fileOrNull(\"%s\"))".formatted(name);
            default -> (required ? "a.file(\"%s\")" : "a.fileOrNull(\"%s\")").formatted(name);
        };
    }

    private boolean isFile(TypeMirror type) {
        return model.erased(type).equals(FILE)
                || (Set.of("java.util.List", "java.util.Optional").contains(model.erased(type))
                        && type instanceof DeclaredType declared
                        && declared.getTypeArguments().stream()
                                .anyMatch(argument -> model.erased(argument).equals(FILE)));
    }

    private String body(Parameter parameter, boolean required) {
        return switch (model.erased(parameter.type())) {
            case "java.lang.String" -> required ? "a.requiredText()" : "a.text()";
            case "byte[]" -> required ? "a.requiredBytes()" : "a.bytes()";
            case "java.io.InputStream" -> "a.request().bodyStream()";
            default -> validated(parameter, read(parameter, required ? "body" : "bodyOrNull"));
        };
    }

    /** The expression of a parameter, validated if its annotations ask for it. */
    static String validated(Parameter parameter, String expression) {
        return isValidated(parameter) ? "Constraints.valid(%s)".formatted(expression) : expression;
    }

    /** Whether the parameter is read from JSON: the body, or a part of a form. */
    boolean isJson(Parameter parameter) {
        TypeMirror type = parameter.type();
        return isJsonBody(parameter) || (mirror(parameter, "RequestPart") != null && !isFile(type) && !isText(type));
    }

    /** Whether the parameter is the request body, read from JSON. */
    boolean isJsonBody(Parameter parameter) {
        return mirror(parameter, "RequestBody") != null
                && !Set.of("java.lang.String", "byte[]", "java.io.InputStream")
                        .contains(model.erased(parameter.type()));
    }

    /** Whether the parameter needs a multipart form. */
    boolean isPart(Parameter parameter) {
        return mirror(parameter, "RequestPart") != null || isFile(parameter.type());
    }

    /** Whether a method sees the conditions of a request by this parameter, and so can evaluate them itself. */
    boolean hasConditions(Parameter parameter) {
        return components(parameter).stream().anyMatch(this::hasCondition);
    }

    private boolean hasCondition(Parameter parameter) {
        Source source = source(parameter);
        return source == null
                ? CONDITIONAL.contains(model.erased(parameter.type()))
                : source.method().equals("header") && name(source, parameter).equalsIgnoreCase("If-Match");
    }

    static boolean isValidated(Parameter parameter) {
        return parameter.annotation("jakarta.validation.Valid") != null;
    }

    private TypeMirror argument(Parameter parameter) {
        List<? extends TypeMirror> arguments = ((DeclaredType) parameter.type()).getTypeArguments();
        if (arguments.isEmpty()) {
            throw new InvalidBeanException(
                    parameter.element(), "parameter %s needs a type argument".formatted(parameter));
        }
        return arguments.getLast();
    }

    private @Nullable Source source(Parameter parameter) {
        if (mirror(parameter, requestParam.annotation()) != null) {
            return requestParam;
        }
        for (Source source : SOURCES) {
            if (mirror(parameter, source.annotation()) != null) {
                return source;
            }
        }
        return null;
    }

    private String name(Source source, Parameter parameter) {
        AnnotationMirror mirror = mirror(parameter, source.annotation());
        String given = mirror == null ? "" : model.string(mirror, "value");
        return given.isEmpty() ? parameter.name() : given;
    }

    private static @Nullable AnnotationMirror mirror(Parameter parameter, String annotation) {
        return parameter.annotation(ANNOTATIONS + annotation);
    }
}
