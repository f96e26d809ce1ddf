package sprout.processor;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
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
        this.bodyTypes = new BodyTypes(model, binding, packageName);
    }

    /**
     * Adds the routes and exception handlers of a component, or the status of an exception class; false if the type has
     * none of these.
     */
    @Override
    boolean add(TypeElement type) {
        int before = calls.size() + handlings.size() + errorStatuses.size();
        if (model.isComponent(type)) {
            for (HandlerMethod method : model.handlers(type)) {
                addRoutes(method);
                addErrorRoute(method);
            }
        } else if (mirror(type, "ResponseStatus") != null) {
            errorStatuses.add("new ErrorStatus(%s.class, %s)"
                    .formatted(model.erased(type.asType()), status(mirror(type, "ResponseStatus"))));
        }
        boolean found = calls.size() + handlings.size() + errorStatuses.size() > before;
        if (found) {
            madeFrom(type);
        }
        return found;
    }

    private void addRoutes(HandlerMethod method) {
        List<Mapping> mappings = mapping.of(method);
        if (mappings.isEmpty()) {
            return;
        }
        method.requireCallable("answers requests");
        if (!mayBlock(method)) {
            requireNoWaiting(method, method.result());
        }
        bodyTypes.add(method);
        List<Parameter> parameters = method.parameters();
        String arguments =
                parameters.stream().map(binding.of(parameters)::expression).collect(Collectors.joining(", "));
        for (Mapping one : mappings) {
            parameters.forEach(parameter -> binding.requireVariable(parameter, one.path()));
            routes.add("Route.of(%s, %s, %s.class, \"%s#%s\", %s, %s, %s, %s, %s)"
                    .formatted(
                            listOf(one.methods()),
                            quoted(one.path().text()),
                            model.erased(method.type().asType()),
                            method.type().getSimpleName(),
                            method.name(),
                            status(mirror(method, "ResponseStatus")),
                            listOf(one.consumes()),
                            listOf(one.produces()),
                            mayBlock(method),
                            parameters.stream().anyMatch(binding::hasConditions)));
            calls.add(callClass(calls.size(), invocation(method, "controller", arguments)));
        }
    }

    private void addErrorRoute(HandlerMethod method) {
        AnnotationMirror handler = mirror(method, "ExceptionHandler");
        if (handler == null) {
            return;
        }
        method.requireCallable("answers requests");
        bodyTypes.add(method);
        boolean global = mirror(method.type(), "ControllerAdvice") != null;
        for (String failure : failures(method, handler)) {
            errorRoutes.add("new ErrorRoute(%s.class, %s.class, %s, %s)"
                    .formatted(
                            failure,
                            model.erased(method.type().asType()),
                            global,
                            status(mirror(method, "ResponseStatus"))));
            String arguments =
                    method.parameters().stream().map(this::handlerArgument).collect(Collectors.joining(", "));
            handlings.add("case %d: %s".formatted(handlings.size(), invocation(method, "advice", arguments)));
        }
    }

    private String handlerArgument(Parameter parameter) {
        return switch (model.erased(parameter.type())) {
            case "sprout.http.HttpRequest" -> "a.request()";
            case "sprout.http.HttpResponse" -> "a.response()";
            default -> "(%s) failure".formatted(model.erased(parameter.type()));
        };
    }

    private List<String> failures(HandlerMethod method, AnnotationMirror handler) {
        List<String> named = model.strings(handler, "value");
        List<String> taken = method.parameters().stream()
                .map(parameter -> model.erased(parameter.type()))
                .filter(name -> !name.startsWith("sprout.http.HttpRe"))
                .limit(1)
                .toList();
        if (named.isEmpty() && taken.isEmpty()) {
            throw new InvalidBeanException(
                    method.element(),
                    method + " handles no exception: name one in @ExceptionHandler, or take it as a parameter");
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

    private String invocation(HandlerMethod method, String target, String arguments) {
        String call =
                "((%s) %s).%s(%s);".formatted(model.erased(method.type().asType()), target, method.name(), arguments);
        return method.result().getKind() == TypeKind.VOID ? "{ %s return null; }".formatted(call) : "return " + call;
    }

    private static boolean mayBlock(HandlerMethod method) {
        return mirror(method.type(), "NonBlocking") == null && mirror(method, "NonBlocking") == null;
    }

    /**
     * Rejects result types of a {@code @NonBlocking} method that would block the event loop: asynchronous results, and
     * streams that are read or written later.
     */
    private void requireNoWaiting(HandlerMethod method, TypeMirror result) {
        if (result instanceof DeclaredType declared && HOLDERS.contains(model.erased(result))) {
            declared.getTypeArguments().forEach(held -> requireNoWaiting(method, held));
        }
        for (String waiting : WAITING) {
            if (result.getKind() != TypeKind.VOID && model.isA(result, waiting)) {
                throw new InvalidBeanException(
                        method.element(),
                        "%s promises by @NonBlocking never to wait, but its result does: return the value itself instead of a %s, or remove @NonBlocking, or where it stands on the class move it to the methods that never wait"
                                .formatted(method, waiting.substring(waiting.lastIndexOf('.') + 1)));
            }
        }
    }

    private String status(@Nullable AnnotationMirror status) {
        return status == null ? "0" : String.valueOf(model.value(status, "value"));
    }

    private static @Nullable AnnotationMirror mirror(TypeElement type, String annotation) {
        return BeanModel.annotation(type, ArgumentBinding.ANNOTATIONS + annotation);
    }

    private static @Nullable AnnotationMirror mirror(HandlerMethod method, String annotation) {
        return method.annotation(ArgumentBinding.ANNOTATIONS + annotation);
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
