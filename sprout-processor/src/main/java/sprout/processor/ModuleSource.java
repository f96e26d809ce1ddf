package sprout.processor;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;

/** Generates the source of one class of the {@link SproutProcessor}, from the types of one package. */
abstract class ModuleSource {
    /** Ends a selection whose index is never outside of its cases. */
    static final String NO_OTHER = "default: throw new IndexOutOfBoundsException(index);";

    private final String packageName;
    private final String className;
    private final String service;
    private final List<String> imports;
    private final Set<Element> origins = new LinkedHashSet<>();

    /**
     * Creates a source without types.
     *
     * @param packageName of the types and of the written class; empty for the unnamed package
     * @param className simple name of the written class
     * @param service the interface that the written class implements
     * @param imports the other classes that the source mentions by their simple names
     */
    ModuleSource(String packageName, String className, String service, String... imports) {
        this.packageName = packageName;
        this.className = className;
        this.service = service;
        this.imports = List.of(imports);
    }

    /**
     * Adds a type.
     *
     * @return whether the module uses the type
     * @throws InvalidBeanException if the type does not meet the rules of its annotations
     */
    abstract boolean add(TypeElement type);

    /** The annotations of the class, each with a line break. */
    String annotations() {
        return "";
    }

    /** The members of the class. */
    abstract String body();

    /** The text of the compilation unit. */
    final String source() {
        return """
                %s
                %s

                /** Written by Sprout's annotation processor. */
                @javax.annotation.processing.Generated("sprout.processor.SproutProcessor")
                @SuppressWarnings({"all", "unchecked", "rawtypes", "cast", "deprecation", "removal"})
                %spublic final class %s implements %s {
                %s}
                """.formatted(
                        packageName.isEmpty() ? "" : "package " + packageName + ";\n",
                        Stream.concat(Stream.of("java.util.List"), imports.stream())
                                .map("import %s;"::formatted)
                                .collect(Collectors.joining("\n")),
                        annotations(),
                        className,
                        service,
                        body());
    }

    /** A method whose result is a list of these expressions. */
    static String list(String type, String name, List<String> elements) {
        return """

                    @Override
                    public List<%s> %s() {
                        return List.of(%s);
                    }
                """.formatted(type, name, String.join(",\n                ", elements));
    }

    /** A method that selects one of the cases by its parameter {@code index}. */
    static String selection(String signature, List<String> cases, String otherwise) {
        return """

                    @Override
                    public %s {
                        switch (index) {
                            %s
                            %s
                        }
                    }
                """.formatted(signature, String.join("\n            ", cases), otherwise);
    }

    /** The name of the interface that the class implements. */
    final String service() {
        return service;
    }

    /** The qualified name of the class. */
    final String qualifiedName() {
        return packageName.isEmpty() ? className : packageName + "." + className;
    }

    /** The types that the class is generated from, for incremental compilers. */
    final Set<Element> origins() {
        return origins;
    }

    /** Adds a type that the class is generated from. */
    final void madeFrom(TypeElement type) {
        origins.add(type);
    }

    final String packageName() {
        return packageName;
    }

    /** Quotes a text without control characters as a Java string literal. */
    static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
