package sprout.beans.processor;

import java.util.Objects;
import javax.lang.model.element.Element;

/** A component that cannot be one; becomes a compiler error at its element. */
final class InvalidBeanException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Element element;

    InvalidBeanException(Element element, String message) {
        super(message);
        this.element = element;
    }

    Element element() {
        return Objects.requireNonNull(element);
    }
}
