package sprout.server;

import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/** Implements logging for tests. The name of the logger is ignored. */
abstract class TestLog implements SLF4JServiceProvider {
    private final boolean everything;

    /** @param everything whether all levels are enabled, not only errors */
    TestLog(boolean everything) {
        this.everything = everything;
    }

    abstract void log(String message, @Nullable Throwable thrown);

    @Override
    public ILoggerFactory getLoggerFactory() {
        return name -> new Logger();
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return new BasicMarkerFactory();
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return new NOPMDCAdapter();
    }

    @Override
    public String getRequestedApiVersion() {
        return "2.0.99";
    }

    @Override
    public void initialize() {}

    @SuppressWarnings("serial") // never sent anywhere
    private final class Logger extends LegacyAbstractLogger {
        @Override
        protected @Nullable String getFullyQualifiedCallerName() {
            return null;
        }

        @Override
        protected void handleNormalizedLoggingCall(
                Level level,
                @Nullable Marker marker,
                @Nullable String message,
                Object @Nullable [] arguments,
                @Nullable Throwable thrown) {
            log(String.valueOf(message), thrown);
        }

        @Override
        public boolean isTraceEnabled() {
            return everything;
        }

        @Override
        public boolean isDebugEnabled() {
            return everything;
        }

        @Override
        public boolean isInfoEnabled() {
            return everything;
        }

        @Override
        public boolean isWarnEnabled() {
            return everything;
        }

        @Override
        public boolean isErrorEnabled() {
            return true;
        }
    }
}
