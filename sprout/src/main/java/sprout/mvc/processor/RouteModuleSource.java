package sprout.mvc.processor;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
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
import sprout.beans.processor.ModuleSource;
import sprout.mvc.PathPattern;

/** The source of one package's {@link sprout.mvc.RouteModule}. */
final class RouteModuleSource extends ModuleSource {
    private static final Map<String, String> METHOD_OF = Map.of(
            "GetMapping", "GET",
            "PostMapping", "POST",
            "PutMapping", "PUT",
            "DeleteMapping", "DELETE",
            "PatchMapping", "PATCH");

    private final BeanModel model;
    private final ArgumentBinding binding;
    private final Set<String> jsonTypes = new LinkedHashSet<>();
    private final Set<String> validTypes = new LinkedHashSet<>();
    private final List<String> routes = new ArrayList<>();
    private final List<String> calls = new ArrayList<>();
    private final List<String> errorRoutes = new ArrayList<>();
    private final List<String> handlings = new ArrayList<>();

    RouteModuleSource(String packageName, BeanModel model, ArgumentBinding binding) {
        super(packageName, "SproutRoutes");
        this.model = model;
        this.binding = binding;
    }

    /** Adds the routes and exception handlers of a component; false if it has none. */
    @Override
    public boolean add(TypeElement type) {
        if (!model.isComponent(type)) {
            return false;
        }
        int before = calls.size() + handlings.size();
        for (ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
            addRoutes(type, method);
            addErrorRoute(type, method);
        }
        boolean found = calls.size() + handlings.size() > before;
        if (found) {
            madeFrom(type);
        }
        return found;
    }

    private void addRoutes(TypeElement type, ExecutableElement method) {
        for (Map.Entry<String, String> entry : METHOD_OF.entrySet()) {
            AnnotationMirror mapping = mirror(method, entry.getKey());
            if (mapping != null) {
                addRoutes(type, method, mapping, List.of(entry.getValue()));
            }
        }
        AnnotationMirror mapping = mirror(method, "RequestMapping");
        if (mapping != null) {
            addRoutes(type, method, mapping, model.strings(mapping, "method"));
        }
    }

    private void addRoutes(
            TypeElement type, ExecutableElement method, AnnotationMirror mapping, List<String> httpMethods) {
        requireCallable(method);
        binding.addBodyTypes(method, jsonTypes, validTypes);
        for (String base : paths(mirror(type, "RequestMapping"))) {
            for (String path : paths(mapping)) {
                String pattern = join(base, path);
                requireSound(method, pattern);
                routes.add("Route.of(%s, %s, %s.class, \"%s#%s\", %s, %s, %s, %s)"
                        .formatted(
                                listOf(httpMethods),
                                quoted(pattern),
                                model.erased(type.asType()),
                                type.getSimpleName(),
                                method.getSimpleName(),
                                status(method),
                                listOf(consumes(mapping, method)),
                                listOf(produces(mapping, method)),
                                mayBlock(type, method)));
                calls.add(invocation(calls.size(), type, method, "controller", arguments(method)));
            }
        }
    }

    private String arguments(ExecutableElement method) {
        return method.getParameters().stream().map(binding::expression).collect(Collectors.joining(", "));
    }

    private void addErrorRoute(TypeElement type, ExecutableElement method) {
        AnnotationMirror handler = mirror(method, "ExceptionHandler");
        if (handler == null) {
            return;
        }
        requireCallable(method);
        boolean global = mirror(type, "ControllerAdvice") != null;
        for (String failure : failures(method, handler)) {
            errorRoutes.add("new ErrorRoute(%s.class, %s.class, %s, %s)"
                    .formatted(failure, model.erased(type.asType()), global, status(method)));
            String arguments =
                    method.getParameters().stream().map(this::handlerArgument).collect(Collectors.joining(", "));
            handlings.add(invocation(handlings.size(), type, method, "advice", arguments));
        }
    }

    private String handlerArgument(VariableElement parameter) {
        return switch (model.erased(parameter.asType())) {
            case "sprout.http.HttpRequest" -> "a.request()";
            case "sprout.http.HttpResponse" -> "a.response()";
            default -> "(%s) failure".formatted(model.erased(parameter.asType()));
        };
    }

    private List<String> failures(ExecutableElement method, AnnotationMirror handler) {
        List<String> named = model.strings(handler, "value");
        return named.isEmpty()
                ? method.getParameters().stream()
                        .map(parameter -> model.erased(parameter.asType()))
                        .filter(name -> !name.startsWith("sprout.http.HttpRe"))
                        .limit(1)
                        .toList()
                : named;
    }

    private String invocation(int index, TypeElement type, ExecutableElement method, String target, String arguments) {
        String call =
                "((%s) %s).%s(%s);".formatted(model.erased(type.asType()), target, method.getSimpleName(), arguments);
        return method.getReturnType().getKind() == TypeKind.VOID
                ? "case %d: { %s return null; }".formatted(index, call)
                : "case %d: return %s".formatted(index, call);
    }

    private List<String> consumes(AnnotationMirror mapping, ExecutableElement method) {
        List<String> declared = model.strings(mapping, "consumes");
        boolean json = method.getParameters().stream().anyMatch(binding::isJsonBody);
        return declared.isEmpty() && json ? List.of("application/json") : declared;
    }

    private List<String> produces(AnnotationMirror mapping, ExecutableElement method) {
        List<String> declared = model.strings(mapping, "produces");
        return declared.isEmpty() ? mediaTypes(method.getReturnType()) : declared;
    }

    /** What the result type says; nothing where that is known only at run time. */
    private List<String> mediaTypes(TypeMirror type) {
        return switch (model.erased(type)) {
            case "java.lang.String", "java.lang.CharSequence" -> List.of("text/plain;charset=UTF-8");
            case "byte[]" -> List.of("application/octet-stream");
            case "void", "java.lang.Void", "java.lang.Object", "sprout.mvc.FileResponse", "sprout.mvc.Problem" ->
                List.of();
            case "sprout.mvc.ResponseEntity",
                    "java.util.Optional",
                    "java.util.concurrent.CompletionStage",
                    "java.util.concurrent.CompletableFuture" ->
                type instanceof DeclaredType declared
                                && !declared.getTypeArguments().isEmpty()
                        ? mediaTypes(declared.getTypeArguments().getFirst())
                        : List.of();
            default -> type.getKind() == TypeKind.WILDCARD ? List.of() : List.of("application/json");
        };
    }

    private static boolean mayBlock(TypeElement type, ExecutableElement method) {
        return mirror(type, "NonBlocking") == null && mirror(method, "NonBlocking") == null;
    }

    private String status(ExecutableElement method) {
        AnnotationMirror status = mirror(method, "ResponseStatus");
        return status == null ? "0" : String.valueOf(model.value(status, "value"));
    }

    private List<String> paths(@Nullable AnnotationMirror mapping) {
        if (mapping == null) {
            return List.of("");
        }
        List<String> paths = new ArrayList<>(model.strings(mapping, "value"));
        paths.addAll(model.strings(mapping, "path"));
        return paths.isEmpty() ? List.of("") : paths;
    }

    private static String join(String base, String path) {
        String left = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
        String right = path.isEmpty() || path.startsWith("/") ? path : "/" + path;
        String joined = left + right;
        return joined.startsWith("/") ? joined : "/" + joined;
    }

    private static void requireSound(ExecutableElement method, String pattern) {
        try {
            PathPattern.parse(pattern);
        } catch (IllegalArgumentException e) {
            throw new InvalidBeanException(method, String.valueOf(e.getMessage()));
        }
    }

    private static void requireCallable(ExecutableElement method) {
        if (method.getModifiers().contains(Modifier.PRIVATE)
                || method.getModifiers().contains(Modifier.STATIC)) {
            throw new InvalidBeanException(method, method + " answers requests and so must not be private or static");
        }
    }

    private static @Nullable AnnotationMirror mirror(Element element, String annotation) {
        return BeanModel.annotation(element, ArgumentBinding.ANNOTATIONS + annotation);
    }

    /** Asks another library's generator for adapters of these types, so that they need no annotation of their own. */
    private static String imported(String annotation, Set<String> types) {
        return types.isEmpty()
                ? ""
                : "@%s({%s})\n"
                        .formatted(
                                annotation,
                                types.stream().map(type -> type + ".class").collect(Collectors.joining(", ")));
    }

    private static String listOf(List<String> texts) {
        return "List.of(%s)"
                .formatted(texts.stream().map(RouteModuleSource::quoted).collect(Collectors.joining(", ")));
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    @Override
    public String source() {
        return """
                %s
                import java.util.List;
                import sprout.mvc.Arguments;
                import sprout.mvc.Constraints;
                import sprout.mvc.Convert;
                import sprout.mvc.Route;
                import sprout.mvc.RouteModule;

                /** Written by Sprout's annotation processor. */
                @javax.annotation.processing.Generated("sprout.mvc.processor.RouteProcessor")
                @SuppressWarnings({"all", "unchecked", "rawtypes", "cast", "deprecation", "removal"})
                %s%spublic final class %s implements RouteModule {
                    @Override
                    public String packageName() {
                        return "%s";
                    }

                    @Override
                    public List<Route> routes() {
                        return List.of(%s);
                    }

                    @Override
                    public List<ErrorRoute> errorRoutes() {
                        return List.of(%s);
                    }

                    @Override
                    public Object call(int index, Object controller, Arguments a) throws Exception {
                        switch (index) {
                            %s
                            default:
                                throw new IndexOutOfBoundsException(index);
                        }
                    }

                    @Override
                    public Object handle(int index, Object advice, Throwable failure, Arguments a) throws Exception {
                        switch (index) {
                            %s
                            default:
                                throw new IndexOutOfBoundsException(index);
                        }
                    }
                }
                """.formatted(
                        packageDeclaration(),
                        imported("io.avaje.jsonb.Json.Import", jsonTypes),
                        imported("io.avaje.validation.ImportValidPojo", validTypes),
                        className(),
                        packageName(),
                        String.join(",\n                ", routes),
                        String.join(",\n                ", errorRoutes),
                        String.join("\n            ", calls),
                        String.join("\n            ", handlings));
    }
}
