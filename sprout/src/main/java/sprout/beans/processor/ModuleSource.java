package sprout.beans.processor;

import java.util.LinkedHashSet;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;

/** The source of one class that a {@link ModuleProcessor} writes, gathered from the types of one package. */
public abstract class ModuleSource {
    private final String packageName;
    private final String className;
    private final Set<Element> origins = new LinkedHashSet<>();

    /**
     * Begins with nothing in it.
     *
     * @param packageName of the types and of the written class; empty for the unnamed package
     * @param className simple name of the written class
     */
    protected ModuleSource(String packageName, String className) {
        this.packageName = packageName;
        this.className = className;
    }

    /**
     * Takes a type in.
     *
     * @return whether it has anything for this module
     * @throws InvalidBeanException if it is not what it claims to be
     */
    public abstract boolean add(TypeElement type);

    /** The text of its compilation unit. */
    public abstract String source();

    /** The name of the class, package included. */
    public final String qualifiedName() {
        return packageName.isEmpty() ? className : packageName + "." + className;
    }

    /** The types it is made from, for incremental compilers. */
    public final Set<Element> origins() {
        return origins;
    }

    /** Remembers that the class is made from this type too. */
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

    /** A text as a string literal of Java. */
    protected static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
