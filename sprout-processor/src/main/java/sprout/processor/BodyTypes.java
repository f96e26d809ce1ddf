package sprout.processor;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/**
 * Collects the classes that need generated adapters for JSON and validation, so that applications need not annotate
 * these classes.
 */
final class BodyTypes {
    private final BeanModel model;
    private final ArgumentBinding binding;
    private final Set<String> json = new LinkedHashSet<>();
    private final Set<String> validated = new LinkedHashSet<>();

    BodyTypes(BeanModel model, ArgumentBinding binding) {
        this.model = model;
        this.binding = binding;
    }

    /** Adds the classes that a method reads or writes as JSON, and those that it validates. */
    void add(ExecutableElement method) {
        add(method.getReturnType(), json);
        for (VariableElement parameter : method.getParameters()) {
            if (binding.isJson(parameter)) {
                add(parameter.asType(), json);
            }
            if (ArgumentBinding.isValidated(parameter)) {
                add(parameter.asType(), validated);
            }
        }
    }

    /** Adds the classes of a message that is read from JSON, and those that are validated. */
    void addPayload(VariableElement parameter) {
        add(parameter.asType(), json);
        if (ArgumentBinding.isValidated(parameter)) {
            add(parameter.asType(), validated);
        }
    }

    /** Adds the classes of a value that is written as JSON. */
    void addJson(TypeMirror type) {
        add(type, json);
    }

    /**
     * Adds a class and its type arguments. Classes of the JDK, {@code sprout.http} and {@code sprout.mvc} need no
     * adapter.
     */
    private void add(TypeMirror type, Set<String> classes) {
        if (type instanceof DeclaredType declared) {
            declared.getTypeArguments().forEach(argument -> add(argument, classes));
            String name = model.erased(type);
            if (!name.startsWith("java.") && !name.startsWith("sprout.http.") && !name.startsWith("sprout.mvc.")) {
                classes.add(name);
            }
        }
    }

    /** The annotations that request the adapters. */
    String imports(String moduleName) {
        Set<String> checked = new LinkedHashSet<>(validated);
        binding.constraints().recordNames().forEach(record -> checked.add(moduleName + "." + record));
        return annotation("io.avaje.jsonb.Json.Import", json)
                + annotation("io.avaje.validation.ImportValidPojo", checked);
    }

    private static String annotation(String name, Set<String> classes) {
        return classes.isEmpty()
                ? ""
                : "@%s({%s})\n"
                        .formatted(
                                name,
                                classes.stream().map(type -> type + ".class").collect(Collectors.joining(", ")));
    }
}
