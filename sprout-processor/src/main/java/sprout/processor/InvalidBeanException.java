package sprout.processor;

import java.util.Objects;
import javax.lang.model.element.Element;

/**
 * Signals that a class or method does not meet the rules of its annotations; becomes a compiler error at its element.
 */
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
