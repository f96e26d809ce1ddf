package sprout.processor;

import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/** Reads from the annotations of a method which requests it answers. */
final class RouteMapping {
    /** In a fixed order, so that the generated source is the same in every build. */
    private static final List<Shorthand> SHORTHANDS = List.of(
            new Shorthand("GetMapping", "GET"),
            new Shorthand("PostMapping", "POST"),
            new Shorthand("PutMapping", "PUT"),
            new Shorthand("DeleteMapping", "DELETE"),
            new Shorthand("PatchMapping", "PATCH"));

    private final BeanModel model;
    private final ArgumentBinding binding;

    RouteMapping(BeanModel model, ArgumentBinding binding) {
        this.model = model;
        this.binding = binding;
    }

    private record Shorthand(String annotation, String httpMethod) {}

    /** Represents one path of a method. */
    record Mapping(List<String> methods, PathTemplate path, List<String> consumes, List<String> produces) {}

    /**
     * Lists every path in the annotations of a method, or else in those of the first method that it overrides; empty if
     * it answers no requests.
     */
    List<Mapping> of(HandlerMethod method) {
        return method.declarations().stream()
                .map(declaration -> of(method, declaration))
                .filter(mappings -> !mappings.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    private List<Mapping> of(HandlerMethod method, ExecutableElement declaration) {
        List<Mapping> mappings = new ArrayList<>();
        for (Shorthand one : SHORTHANDS) {
            add(method, mirror(declaration, one.annotation()), List.of(one.httpMethod()), mappings);
        }
        AnnotationMirror mapping = mirror(declaration, "RequestMapping");
        add(method, mapping, mapping == null ? List.of() : model.strings(mapping, "method"), mappings);
        return mappings;
    }

    private void add(
            HandlerMethod method,
            @Nullable AnnotationMirror mapping,
            List<String> httpMethods,
            List<Mapping> mappings) {
        if (mapping == null) {
            return;
        }
        AnnotationMirror base =
                BeanModel.annotation(model.hierarchy(method.type()), ArgumentBinding.ANNOTATIONS + "RequestMapping");
        for (String prefix : paths(base)) {
            for (String path : paths(mapping)) {
                mappings.add(new Mapping(
                        httpMethods,
                        PathTemplate.of(method.element(), join(prefix, path)),
                        consumes(mapping, base, method),
                        produces(mapping, base, method)));
            }
        }
    }

    private List<String> consumes(AnnotationMirror mapping, @Nullable AnnotationMirror base, HandlerMethod method) {
        List<String> declared = declared("consumes", mapping, base);
        if (!declared.isEmpty()) {
            return declared;
        }
        if (method.parameters().stream().anyMatch(binding::isPart)) {
            return List.of("multipart/form-data");
        }
        return method.parameters().stream().anyMatch(binding::isJsonBody) ? List.of("application/json") : declared;
    }

    private List<String> produces(AnnotationMirror mapping, @Nullable AnnotationMirror base, HandlerMethod method) {
        List<String> declared = declared("produces", mapping, base);
        return declared.isEmpty() ? mediaTypes(method.result()) : declared;
    }

    /** The media types that the method declares, otherwise those of its class. */
    private List<String> declared(String attribute, AnnotationMirror mapping, @Nullable AnnotationMirror base) {
        List<String> own = model.strings(mapping, attribute);
        return own.isEmpty() && base != null ? model.strings(base, attribute) : own;
    }

    /** The media types of a result type; empty if they are known only at run time. */
    private List<String> mediaTypes(TypeMirror type) {
        return switch (model.erased(type)) {
            case "java.lang.String", "java.lang.CharSequence" -> List.of("text/plain;charset=UTF-8");
            case "byte[]", "java.io.InputStream", "sprout.mvc.StreamingResponseBody" ->
                List.of("application/octet-stream");
            case "sprout.mvc.ServerSentEvents" -> List.of("text/event-stream");
            case "void", "java.lang.Void", "java.lang.Object" -> List.of();
            case "sprout.mvc.ResponseEntity",
                    "java.util.Optional",
                    "java.util.concurrent.CompletionStage",
                    "java.util.concurrent.CompletableFuture" ->
                type instanceof DeclaredType declared
                                && !declared.getTypeArguments().isEmpty()
                        ? mediaTypes(declared.getTypeArguments().getFirst())
                        : List.of();
            default ->
                type.getKind() == TypeKind.WILDCARD || model.erased(type).startsWith("sprout.mvc.")
                        ? List.of()
                        : List.of("application/json");
        };
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
        return left + right;
    }

    private static @Nullable AnnotationMirror mirror(ExecutableElement declaration, String annotation) {
        return BeanModel.annotation(declaration, ArgumentBinding.ANNOTATIONS + annotation);
    }
}
