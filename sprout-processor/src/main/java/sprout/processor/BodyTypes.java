package sprout.processor;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/**
 * Collects the classes that need generated adapters for JSON and validation, so that applications need not annotate
 * these classes.
 */
final class BodyTypes {
    private final BeanModel model;
    private final ArgumentBinding binding;
    private final String packageName;
    private final Set<String> json = new LinkedHashSet<>();
    private final Set<String> validated = new LinkedHashSet<>();

    /** Creates a collection for the generated class of a package. */
    BodyTypes(BeanModel model, ArgumentBinding binding, String packageName) {
        this.model = model;
        this.binding = binding;
        this.packageName = packageName;
    }

    /** Adds the classes that a method reads or writes as JSON, and those that it validates. */
    void add(HandlerMethod method) {
        add(method.result(), json);
        for (Parameter parameter : method.parameters()) {
            if (binding.isJson(parameter)) {
                add(parameter.type(), json);
            }
            if (ArgumentBinding.isValidated(parameter)) {
                add(parameter.type(), validated);
            }
        }
    }

    /** Adds the classes of a message that is read from JSON, and those that are validated. */
    void addPayload(Parameter parameter) {
        add(parameter.type(), json);
        if (ArgumentBinding.isValidated(parameter)) {
            add(parameter.type(), validated);
        }
    }

    /** Adds the classes of a value that is written as JSON. */
    void addJson(TypeMirror type) {
        add(type, json);
    }

    /** Adds the classes in a type, also those of its type arguments. */
    private void add(TypeMirror type, Set<String> classes) {
        switch (model.upperBound(type)) {
            case ArrayType array -> add(array.getComponentType(), classes);
            case DeclaredType declared -> {
                declared.getTypeArguments().forEach(argument -> add(argument, classes));
                add((TypeElement) declared.asElement(), classes);
            }
            default -> {} // has no class of its own
        }
    }

    /**
     * Adds a class, and those that a sealed class permits, because adapters are found by the class of the value. Enums
     * and the classes of the JDK, {@code sprout.http} and {@code sprout.mvc} need no adapter.
     */
    private void add(TypeElement type, Set<String> classes) {
        String name = type.getQualifiedName().toString();
        if (type.getKind() != ElementKind.ENUM
                && !name.startsWith("java.")
                && !name.startsWith("sprout.http.")
                && !name.startsWith("sprout.mvc.")
                && classes.add(name)) {
            for (TypeMirror permitted : type.getPermittedSubclasses()) {
                TypeElement subclass = (TypeElement) ((DeclaredType) permitted).asElement();
                if (model.isAccessible(subclass, packageName)) {
                    add(subclass, classes);
                }
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
