package sprout.beans;

/** The beans cannot be wired. The message names the bean, the chain that led to it and the cure. */
public final class BeanException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BeanException(String message) {
        super(message);
    }

    BeanException(String message, Throwable cause) {
        super(message, cause);
    }
}
