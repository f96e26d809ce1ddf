package sprout.mvc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sprout.config.AppConfig;
import sprout.config.ConfigException;
import sprout.config.Setting;

/**
 * The settings of this package.
 *
 * @param forms what a form may hold
 * @param asyncTimeout how long a result that comes later is waited for
 * @param cors null if pages of other origins may do what they can without
 */
record MvcOptions(
        FormLimits forms, Duration asyncTimeout, @Nullable Cors cors) {
    private static final Setting<Duration> ASYNC_TIMEOUT = Setting.duration(
            "mvc.async-timeout", "30s", "1ms", "24h", "how long a result that comes later is waited for; then 503");

    /** The keys of this package. */
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
     * Reads them.
     *
     * @throws ConfigException naming a key whose value cannot be used
     */
    static MvcOptions from(AppConfig config) {
        return new MvcOptions(FormLimits.from(config), config.get(ASYNC_TIMEOUT), Cors.from(config));
    }
}
