package sprout.server;

import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs each test in each of the four modes. */
@ParameterizedClass
@EnumSource(EngineMode.class)
abstract class EngineTest extends ServerFixture {
    @Parameter
    @SuppressWarnings("NullAway.Init")
    EngineMode mode;

    @Override
    ServerOptions.Builder options() {
        return mode.options();
    }
}
