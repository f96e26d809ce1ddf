package sprout.processor;

import java.util.List;
import java.util.stream.IntStream;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * Represents a method that generated code calls on a component. The component may inherit it, so the types are those
 * that the method has there, and the annotations of the methods that it overrides count, too.
 *
 * @param declarations the method itself, then those that it overrides
 */
record HandlerMethod(BeanModel model, TypeElement type, List<ExecutableElement> declarations) {
    ExecutableElement element() {
        return declarations.getFirst();
    }

    String name() {
        return element().getSimpleName().toString();
    }

    boolean isStatic() {
        return element().getModifiers().contains(Modifier.STATIC);
    }

    /** Whether generated code, which is in the package of the component, may call the method. */
    boolean isAccessible() {
        return model.isAccessible(element(), model.packageOf(type));
    }

    TypeMirror result() {
        return model.asMember(type, element()).getReturnType();
    }

    List<Parameter> parameters() {
        List<? extends TypeMirror> types = model.asMember(type, element()).getParameterTypes();
        return IntStream.range(0, types.size())
                .mapToObj(i -> new Parameter(
                        types.get(i),
                        declarations.stream()
                                .<Element>map(one -> one.getParameters().get(i))
                                .toList()))
                .toList();
    }

    /** The annotation with this qualified name, the method's own before inherited ones; null if there is none. */
    @Nullable
    AnnotationMirror annotation(String name) {
        return BeanModel.annotation(declarations, name);
    }

    /**
     * Rejects a method that cannot be called on the component.
     *
     * @param role what the method does, for the message
     * @throws InvalidBeanException if the method is static, private, or not public in another package
     */
    void requireCallable(String role) {
        if (isStatic() || !isAccessible()) {
            throw new InvalidBeanException(
                    element(),
                    "%s %s and so must not be private or static, and must be public if %s inherits it from another package"
                            .formatted(this, role, type));
        }
    }

    @Override
    public String toString() {
        return element().toString();
    }
}
