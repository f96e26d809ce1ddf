package sprout.beans.processor;

import java.util.LinkedHashSet;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;

/** Generates the source of one class of a {@link ModuleProcessor}, from the types of one package. */
public abstract class ModuleSource {
    private final String packageName;
    private final String className;
    private final Set<Element> origins = new LinkedHashSet<>();

    /**
     * Creates a source without types.
     *
     * @param packageName of the types and of the written class; empty for the unnamed package
     * @param className simple name of the written class
     */
    protected ModuleSource(String packageName, String className) {
        this.packageName = packageName;
        this.className = className;
    }

    /**
     * Adds a type.
     *
     * @return whether the module uses the type
     * @throws InvalidBeanException if the type does not meet the rules of its annotations
     */
    public abstract boolean add(TypeElement type);

    /** The text of the compilation unit. */
    public abstract String source();

    /** The qualified name of the class. */
    public final String qualifiedName() {
        return packageName.isEmpty() ? className : packageName + "." + className;
    }

    /** The types that the class is generated from, for incremental compilers. */
    public final Set<Element> origins() {
        return origins;
    }

    /** Adds a type that the class is generated from. */
    protected final void madeFrom(TypeElement type) {
        origins.add(type);
    }

    protected final String packageName() {
        return packageName;
    }

    protected final String className() {
        return className;
    }

    /** The first line of the compilation unit; empty in the unnamed package. */
    protected final String packageDeclaration() {
        return packageName.isEmpty() ? "" : "package " + packageName + ";\n";
    }

    /** Quotes a text without control characters as a Java string literal. */
    protected static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
