package sprout.config;

/** A setting that cannot be used. The message names the key, the value and what is allowed, and is fit to be shown as it is. */
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ConfigException(String message) {
        super(message);
    }

    public ConfigException(String message, Throwable cause) {
        super(message, cause);
    }
}
