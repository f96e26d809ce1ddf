package sprout.processor;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
import sprout.processor.RouteMapping.Mapping;

/** Generates the source of one package's {@code sprout.mvc.RouteModule}. */
final class RouteModuleSource extends ModuleSource {
    private static final List<String> HOLDERS = List.of("sprout.mvc.ResponseEntity", "java.util.Optional");
    private static final List<String> WAITING = List.of(
            "java.util.concurrent.CompletionStage",
            "java.io.InputStream",
            "sprout.mvc.ServerSentEvents",
            "sprout.mvc.StreamingResponseBody");

    private final BeanModel model;
    private final ArgumentBinding binding;
    private final RouteMapping mapping;
    private final BodyTypes bodyTypes;
    private final List<String> routes = new ArrayList<>();
    private final List<String> calls = new ArrayList<>();
    private final List<String> errorRoutes = new ArrayList<>();
    private final List<String> handlings = new ArrayList<>();
    private final List<String> errorStatuses = new ArrayList<>();

    RouteModuleSource(String packageName, BeanModel model, ArgumentBinding binding) {
        super(
                packageName,
                "SproutRoutes",
                "sprout.mvc.RouteModule",
                "sprout.mvc.Arguments",
                "sprout.mvc.Constraints",
                "sprout.mvc.Convert",
                "sprout.mvc.Route");
        this.model = model;
        this.binding = binding;
        this.mapping = new RouteMapping(model, binding);
        this.bodyTypes = new BodyTypes(model, binding);
    }

    /**
     * Adds the routes and exception handlers of a component, or the status of an exception class; false if the type has
     * none of these.
     */
    @Override
    boolean add(TypeElement type) {
        int before = calls.size() + handlings.size() + errorStatuses.size();
        if (model.isComponent(type)) {
            for (ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
                addRoutes(type, method);
                addErrorRoute(type, method);
            }
        } else if (mirror(type, "ResponseStatus") != null) {
            errorStatuses.add("new ErrorStatus(%s.class, %s)".formatted(model.erased(type.asType()), status(type)));
        }
        boolean found = calls.size() + handlings.size() + errorStatuses.size() > before;
        if (found) {
            madeFrom(type);
        }
        return found;
    }

    private void addRoutes(TypeElement type, ExecutableElement method) {
        List<Mapping> mappings = mapping.of(type, method);
        if (mappings.isEmpty()) {
            return;
        }
        requireCallable(method);
        if (!mayBlock(type, method)) {
            requireNoWaiting(method, method.getReturnType());
        }
        bodyTypes.add(method);
        String arguments =
                method.getParameters().stream().map(binding::expression).collect(Collectors.joining(", "));
        for (Mapping one : mappings) {
            method.getParameters().forEach(parameter -> binding.requireVariable(parameter, one.path()));
            routes.add("Route.of(%s, %s, %s.class, \"%s#%s\", %s, %s, %s, %s)"
                    .formatted(
                            listOf(one.methods()),
                            quoted(one.path().text()),
                            model.erased(type.asType()),
                            type.getSimpleName(),
                            method.getSimpleName(),
                            status(method),
                            listOf(one.consumes()),
                            listOf(one.produces()),
                            mayBlock(type, method)));
            calls.add(callClass(calls.size(), invocation(type, method, "controller", arguments)));
        }
    }

    private void addErrorRoute(TypeElement type, ExecutableElement method) {
        AnnotationMirror handler = mirror(method, "ExceptionHandler");
        if (handler == null) {
            return;
        }
        requireCallable(method);
        bodyTypes.add(method);
        boolean global = mirror(type, "ControllerAdvice") != null;
        for (String failure : failures(method, handler)) {
            errorRoutes.add("new ErrorRoute(%s.class, %s.class, %s, %s)"
                    .formatted(failure, model.erased(type.asType()), global, status(method)));
            String arguments =
                    method.getParameters().stream().map(this::handlerArgument).collect(Collectors.joining(", "));
            handlings.add("case %d: %s".formatted(handlings.size(), invocation(type, method, "advice", arguments)));
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
        List<String> taken = method.getParameters().stream()
                .map(parameter -> model.erased(parameter.asType()))
                .filter(name -> !name.startsWith("sprout.http.HttpRe"))
                .limit(1)
                .toList();
        if (named.isEmpty() && taken.isEmpty()) {
            throw new InvalidBeanException(
                    method, method + " handles no exception: name one in @ExceptionHandler, or take it as a parameter");
        }
        return named.isEmpty() ? taken : named;
    }

    private static String callClass(int index, String body) {
        return """
                private static final class Call%d implements Call {
                        @Override
                        public Object call(Object controller, Arguments a) throws Exception {
                            %s
                        }
                    }""".formatted(index, body);
    }

    private static List<String> calls(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "case %d: return new Call%1$d();".formatted(i))
                .toList();
    }

    private String invocation(TypeElement type, ExecutableElement method, String target, String arguments) {
        String call =
                "((%s) %s).%s(%s);".formatted(model.erased(type.asType()), target, method.getSimpleName(), arguments);
        return method.getReturnType().getKind() == TypeKind.VOID
                ? "{ %s return null; }".formatted(call)
                : "return " + call;
    }

    private static boolean mayBlock(TypeElement type, ExecutableElement method) {
        return mirror(type, "NonBlocking") == null && mirror(method, "NonBlocking") == null;
    }

    /**
     * Rejects result types of a {@code @NonBlocking} method that would block the event loop: asynchronous results, and
     * streams that are read or written later.
     */
    private void requireNoWaiting(ExecutableElement method, TypeMirror result) {
        if (result instanceof DeclaredType declared && HOLDERS.contains(model.erased(result))) {
            declared.getTypeArguments().forEach(held -> requireNoWaiting(method, held));
        }
        for (String waiting : WAITING) {
            if (result.getKind() != TypeKind.VOID && model.isA(result, waiting)) {
                throw new InvalidBeanException(
                        method,
                        "%s promises by @NonBlocking never to wait, but its result does: return the value itself instead of a %s, or remove @NonBlocking, or where it stands on the class move it to the methods that never wait"
                                .formatted(method, waiting.substring(waiting.lastIndexOf('.') + 1)));
            }
        }
    }

    private String status(Element element) {
        AnnotationMirror status = mirror(element, "ResponseStatus");
        return status == null ? "0" : String.valueOf(model.value(status, "value"));
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

    private static String listOf(List<String> texts) {
        return "List.of(%s)"
                .formatted(texts.stream().map(RouteModuleSource::quoted).collect(Collectors.joining(", ")));
    }

    @Override
    String annotations() {
        return bodyTypes.imports(qualifiedName());
    }

    @Override
    String body() {
        return list("Route", "routes", routes)
                + list("ErrorRoute", "errorRoutes", errorRoutes)
                + list("ErrorStatus", "errorStatuses", errorStatuses)
                + selection("Call call(int index)", calls(calls.size()), NO_OTHER)
                + selection(
                        "Object handle(int index, Object advice, Throwable failure, Arguments a) throws Exception",
                        handlings,
                        NO_OTHER)
                + "\n    "
                + String.join("\n\n    ", calls)
                + "\n\n    "
                + String.join("\n\n    ", binding.constraints().records())
                + "\n";
    }
}
