package sprout.beans;

/** Signals that beans cannot be wired. The message names the bean, the chain of beans that needs it, and the fix. */
public final class BeanException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BeanException(String message) {
        super(message);
    }

    BeanException(String message, Throwable cause) {
        super(message, cause);
    }
}
