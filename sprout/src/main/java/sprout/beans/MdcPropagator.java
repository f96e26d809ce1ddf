package sprout.beans;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Carries SLF4J's MDC, whose values are in every log line of a request. To use it, return it from a {@code @Bean}
 * method.
 */
public final class MdcPropagator implements ContextPropagator<Map<String, String>> {
    @Override
    public @Nullable Map<String, String> capture() {
        return MDC.getCopyOfContextMap();
    }

    @Override
    public void restore(Map<String, String> value) {
        MDC.setContextMap(value);
    }

    @Override
    public void clear() {
        MDC.clear();
    }
}
