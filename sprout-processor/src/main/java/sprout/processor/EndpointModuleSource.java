package sprout.processor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
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
import javax.lang.model.type.TypeKind;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/** Generates the source of one package's {@code EndpointModule}, with its WebSocket endpoints. */
final class EndpointModuleSource extends ModuleSource {
    private static final String ANNOTATIONS = "sprout.messaging.annotation.";
    private static final List<String> LIFECYCLE = List.of("OnOpen", "OnClose", "OnError");

    private final BeanModel model;
    private final ArgumentBinding binding;
    private final BodyTypes bodyTypes;
    private final List<String> endpoints = new ArrayList<>();
    private final List<String> calls = new ArrayList<>();

    EndpointModuleSource(String packageName, BeanModel model, ArgumentBinding binding) {
        super(
                packageName,
                "SproutEndpoints",
                "sprout.messaging.EndpointModule",
                "sprout.messaging.MessageArguments",
                "sprout.mvc.Constraints",
                "sprout.mvc.Convert");
        this.model = model;
        this.binding = binding;
        this.bodyTypes = new BodyTypes(model, binding, packageName);
    }

    @Override
    boolean add(TypeElement type) {
        AnnotationMirror handler = mirror(type, "WebSocketHandler");
        if (handler == null) {
            if (!type.getModifiers().contains(Modifier.ABSTRACT)) {
                requireNoStrayMethods(type);
            }
            return false;
        }
        PathTemplate path = PathTemplate.of(type, model.string(handler, "value"));
        Map<String, Integer> lifecycle = new LinkedHashMap<>();
        List<String> mappings = new ArrayList<>();
        Set<String> taken = new LinkedHashSet<>();
        for (HandlerMethod method : model.handlers(type)) {
            addLifecycle(method, path, lifecycle);
            addMapping(method, path, mappings, taken, lifecycle);
        }
        endpoints.add("new Endpoint(%s, %s.class, List.of(%s), %d, %d, %d, %d, List.of(%s))"
                .formatted(
                        quoted(path.text()),
                        model.erased(type.asType()),
                        model.strings(handler, "subprotocols").stream()
                                .map(EndpointModuleSource::quoted)
                                .collect(Collectors.joining(", ")),
                        lifecycle.getOrDefault("OnOpen", -1),
                        lifecycle.getOrDefault("OnClose", -1),
                        lifecycle.getOrDefault("OnError", -1),
                        lifecycle.getOrDefault("binary", -1),
                        String.join(", ", mappings)));
        madeFrom(type);
        return true;
    }

    private static void requireNoStrayMethods(TypeElement type) {
        for (ExecutableElement method : ElementFilter.methodsIn(type.getEnclosedElements())) {
            if (mirror(method, "MessageMapping") != null
                    || LIFECYCLE.stream().anyMatch(name -> mirror(method, name) != null)) {
                throw new InvalidBeanException(
                        method, method + " is a method of a WebSocket endpoint, so its class needs @WebSocketHandler");
            }
        }
    }

    private void addLifecycle(HandlerMethod method, PathTemplate path, Map<String, Integer> lifecycle) {
        for (String name : LIFECYCLE) {
            if (method.annotation(ANNOTATIONS + name) == null) {
                continue;
            }
            if (lifecycle.put(name, calls.size()) != null) {
                throw new InvalidBeanException(
                        method.element(), method.type() + " has two methods with @" + name + ": keep one");
            }
            addCall(method, path, name);
        }
    }

    private void addMapping(
            HandlerMethod method,
            PathTemplate path,
            List<String> mappings,
            Set<String> taken,
            Map<String, Integer> lifecycle) {
        AnnotationMirror mapping = method.annotation(ANNOTATIONS + "MessageMapping");
        if (mapping == null) {
            return;
        }
        String destination = model.string(mapping, "value");
        boolean binary = model.erased(payload(method).type()).equals("byte[]");
        if (!taken.add(binary ? "a binary message" : "destination '" + destination + "'")) {
            throw new InvalidBeanException(
                    method.element(),
                    "%s has two methods for %s: keep one"
                            .formatted(
                                    method.type(), binary ? "binary messages" : "destination '" + destination + "'"));
        }
        if (binary) {
            lifecycle.put("binary", calls.size());
        } else {
            mappings.add("new Mapping(%s, %d)".formatted(quoted(destination), calls.size()));
        }
        addCall(method, path, "MessageMapping");
    }

    private static Parameter payload(HandlerMethod method) {
        List<Parameter> payloads = method.parameters().stream()
                .filter(EndpointModuleSource::isPayload)
                .toList();
        if (payloads.size() != 1) {
            throw new InvalidBeanException(
                    method.element(),
                    method + " takes messages and so needs one parameter with @Payload, but has " + payloads.size());
        }
        return payloads.getFirst();
    }

    private static boolean isPayload(Parameter parameter) {
        return parameter.annotation(ANNOTATIONS + "Payload") != null;
    }

    private void addCall(HandlerMethod method, PathTemplate path, String kind) {
        method.requireCallable("is called for messages");
        boolean silent = method.result().getKind() == TypeKind.VOID;
        if (!silent && !kind.equals("MessageMapping")) {
            throw new InvalidBeanException(
                    method.element(), "%s with @%s must be void; send by the session".formatted(method, kind));
        }
        if (!silent) {
            bodyTypes.addJson(method.result());
        }
        String arguments = method.parameters().stream()
                .map(parameter -> argument(parameter, path, kind))
                .collect(Collectors.joining(", "));
        String call =
                "((%s) endpoint).%s(%s);".formatted(model.erased(method.type().asType()), method.name(), arguments);
        calls.add((silent ? "case %d: { %s return null; }" : "case %d: return %s").formatted(calls.size(), call));
    }

    private String argument(Parameter parameter, PathTemplate path, String kind) {
        if (binding.pathVariable(parameter) != null) {
            binding.requireVariable(parameter, path);
            return binding.expression(parameter);
        }
        if (isPayload(parameter)) {
            requireKind(parameter, kind, "MessageMapping", "@Payload");
            return payloadExpression(parameter);
        }
        return switch (model.erased(parameter.type())) {
            case "sprout.websocket.WebSocketSession" -> "a.session()";
            case "sprout.websocket.CloseReason" -> {
                requireKind(parameter, kind, "OnClose", "a CloseReason");
                yield "a.reason()";
            }
            case "java.lang.Throwable" -> {
                requireKind(parameter, kind, "OnError", "a Throwable");
                yield "a.failure()";
            }
            default ->
                throw new InvalidBeanException(
                        parameter.element(),
                        "parameter %s of type %s cannot be given: take a WebSocketSession, @Payload, @PathVariable, in @OnClose a CloseReason, in @OnError a Throwable"
                                .formatted(parameter, parameter.type()));
        };
    }

    private static void requireKind(Parameter parameter, String kind, String wanted, String what) {
        if (!kind.equals(wanted)) {
            throw new InvalidBeanException(
                    parameter.element(),
                    "only a method with @%s can take %s, not one with @%s".formatted(wanted, what, kind));
        }
    }

    private String payloadExpression(Parameter parameter) {
        String payload = switch (model.erased(parameter.type())) {
            case "java.lang.String" -> "a.text()";
            case "byte[]" -> "a.bytes()";
            default -> {
                bodyTypes.addPayload(parameter);
                yield ArgumentBinding.validated(parameter, binding.read(parameter, "body"));
            }
        };
        return binding.constraints().wrap(parameter, parameter.name(), payload);
    }

    private static @Nullable AnnotationMirror mirror(Element element, String annotation) {
        return BeanModel.annotation(element, ANNOTATIONS + annotation);
    }

    @Override
    String annotations() {
        return bodyTypes.imports(qualifiedName());
    }

    @Override
    String body() {
        return list("Endpoint", "endpoints", endpoints)
                + selection(
                        "Object call(int index, Object endpoint, MessageArguments a) throws Exception", calls, NO_OTHER)
                + "\n    "
                + String.join("\n\n    ", binding.constraints().records())
                + "\n";
    }
}
