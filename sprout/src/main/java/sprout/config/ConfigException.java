package sprout.config;

/**
 * Signals that a setting cannot be used. The message names the key, the value and what is allowed, and can be shown to
 * users as it is.
 */
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ConfigException(String message) {
        super(message);
    }

    public ConfigException(String message, Throwable cause) {
        super(message, cause);
    }
}
