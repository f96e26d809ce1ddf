package sprout.beans.processor;

import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;

/** The source of one class that a {@link ModuleProcessor} writes, gathered from the types of one package. */
public interface ModuleSource {
    /**
     * Takes a type in.
     *
     * @return whether it has anything for this module
     * @throws InvalidBeanException if it is not what it claims to be
     */
    boolean add(TypeElement type);

    /** The name of the class, package included. */
    String qualifiedName();

    /** The types it is made from, for incremental compilers. */
    Set<Element> origins();

    /** The text of its compilation unit. */
    String source();
}
