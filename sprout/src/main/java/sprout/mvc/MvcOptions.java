package sprout.mvc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sprout.config.AppConfig;
import sprout.config.ConfigException;
import sprout.config.Setting;

/**
 * Holds the settings of this package.
 *
 * @param forms the limits of forms
 * @param asyncTimeout how long to wait for an asynchronous result; then 503
 * @param cors null if no other origins are allowed
 */
record MvcOptions(
        FormLimits forms, Duration asyncTimeout, @Nullable Cors cors) {
    private static final Setting<Duration> ASYNC_TIMEOUT =
            Setting.duration("mvc.async-timeout", "30s", "1ms", "24h", "for a result that comes later; then 503");

    /** All settings of this package. */
    static final List<Setting<?>> SETTINGS = settings();

    private static List<Setting<?>> settings() {
        List<Setting<?>> all = new ArrayList<>();
        all.add(ASYNC_TIMEOUT);
        all.addAll(FormLimits.SETTINGS);
        all.addAll(Cors.SETTINGS);
        all.addAll(StaticFiles.SETTINGS);
        return List.copyOf(all);
    }

    /**
     * Reads the options from the configuration.
     *
     * @throws ConfigException naming the key of an invalid value
     */
    static MvcOptions from(AppConfig config) {
        return new MvcOptions(FormLimits.from(config), config.get(ASYNC_TIMEOUT), Cors.from(config));
    }
}
