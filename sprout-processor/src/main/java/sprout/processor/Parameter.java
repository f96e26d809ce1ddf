package sprout.processor;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * Represents a parameter of a method or constructor that generated code calls.
 *
 * @param declarations the parameter itself, then other elements whose annotations count: the parameters of overridden
 *     methods, or the component of a record
 */
record Parameter(TypeMirror type, List<Element> declarations) {
    Element element() {
        return declarations.getFirst();
    }

    String name() {
        return element().getSimpleName().toString();
    }

    /** The annotation with this qualified name, the parameter's own first; null if there is none. */
    @Nullable
    AnnotationMirror annotation(String name) {
        return BeanModel.annotation(declarations, name);
    }

    /** The first annotation of each type. */
    List<AnnotationMirror> annotations() {
        Map<Element, AnnotationMirror> found = new LinkedHashMap<>();
        declarations.forEach(one -> one.getAnnotationMirrors()
                .forEach(mirror -> found.putIfAbsent(mirror.getAnnotationType().asElement(), mirror)));
        return List.copyOf(found.values());
    }

    @Override
    public String toString() {
        return name();
    }
}
