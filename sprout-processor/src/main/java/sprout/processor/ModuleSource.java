package sprout.processor;

import java.util.LinkedHashSet;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;

/** Generates the source of one class of a {@link SproutProcessor}, from the types of one package. */
abstract class ModuleSource {
    private final String packageName;
    private final String className;
    private final Set<Element> origins = new LinkedHashSet<>();

    /**
     * Creates a source without types.
     *
     * @param packageName of the types and of the written class; empty for the unnamed package
     * @param className simple name of the written class
     */
    ModuleSource(String packageName, String className) {
        this.packageName = packageName;
        this.className = className;
    }

    /**
     * Adds a type.
     *
     * @return whether the module uses the type
     * @throws InvalidBeanException if the type does not meet the rules of its annotations
     */
    abstract boolean add(TypeElement type);

    /** The text of the compilation unit. */
    abstract String source();

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

    final String className() {
        return className;
    }

    /** The first line of the compilation unit; empty in the unnamed package. */
    final String packageDeclaration() {
        return packageName.isEmpty() ? "" : "package " + packageName + ";\n";
    }

    /** Quotes a text without control characters as a Java string literal. */
    static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
