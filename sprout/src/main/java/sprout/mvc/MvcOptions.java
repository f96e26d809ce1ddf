package sprout.mvc;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import sprout.config.AppConfig;
import sprout.config.ConfigException;

/**
 * The settings of this package.
 *
 * @param forms what a form may hold
 * @param asyncTimeout how long a result that comes later is waited for
 * @param cors null if pages of other origins may do what they can without
 */
record MvcOptions(
        FormLimits forms, Duration asyncTimeout, @Nullable Cors cors) {
    /**
     * Reads them.
     *
     * @throws ConfigException naming a key whose value cannot be used
     */
    static MvcOptions from(AppConfig config) {
        Duration timeout = config.duration("mvc.async-timeout", Duration.ofSeconds(30));
        if (timeout.isZero() || timeout.isNegative()) {
            throw new ConfigException("mvc.async-timeout is '%s', but must be more than 0".formatted(timeout));
        }
        return new MvcOptions(FormLimits.from(config), timeout, Cors.from(config));
    }
}
