package comparison.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import comparison.harness.Fault;
import comparison.harness.load.LoadOrder;
import comparison.harness.probe.Meter;
import comparison.harness.probe.Reading;
import comparison.harness.record.Load;
import comparison.harness.record.RunFolder;
import comparison.harness.runtime.LoadClient;
import comparison.harness.runtime.Testbed;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of the clients, as many fail in their first load as a test says. */
class WarmClientTest {

    private static final Meter METER = () -> new Reading(0, 0, 0, 0, 1_000_000);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit before each test
    private Path folder;

    private final List<String> troubles = new ArrayList<>();
    private final List<String> logs = new ArrayList<>();
    private int failures;
    private int started;
    private int closed;

    @Test
    void a_client_that_fails_while_it_is_warmed_is_replaced_by_another() {
        failures = 1;
        try (WarmClient client = client()) {
            client.warm();

            assertThat(client.ready()).isTrue();
            assertThat(started).isEqualTo(2);
            assertThat(closed).isEqualTo(1);
            assertThat(troubles)
                    .containsExactly(
                            "another client is started, because the first one failed: The client was killed (1).");
            assertThat(logs).containsExactly("1.log", "1-second-try.log");
        }
    }

    @Test
    void two_that_fail_in_a_row_are_reported() {
        failures = 2;
        try (WarmClient client = client()) {
            assertThatExceptionOfType(Fault.class)
                    .isThrownBy(client::warm)
                    .withMessage("The client was killed (2).")
                    .satisfies(second -> assertThat(second.getSuppressed())
                            .extracting(Throwable::getMessage)
                            .containsExactly("The client was killed (1)."));
        }
        assertThat(started).isEqualTo(2);
        assertThat(closed).isEqualTo(2);
    }

    private WarmClient client() {
        Testbed testbed = fake(Testbed.class, (_, method, arguments) -> switch (method.getName()) {
            case "client" -> {
                logs.add(((Path) arguments[0]).getFileName().toString());
                yield started();
            }
            default -> throw new UnsupportedOperationException(method.getName());
        });
        return new WarmClient(testbed, new RunFolder(folder), new LoadOrder(10, 1), false, false, troubles::add);
    }

    private LoadClient started() {
        started++;
        return fake(LoadClient.class, (_, method, arguments) -> switch (method.getName()) {
            case "loadStub" -> sent((LoadOrder) arguments[0]);
            case "meter", "stubMeter" -> METER;
            case "close" -> {
                closed++;
                yield null;
            }
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private Load.Sent sent(LoadOrder order) {
        if (failures > 0) {
            failures--;
            throw Fault.broken("The client was killed (%d).".formatted(started));
        }
        return new Load.Sent("jmeter", "closed", order.threads(), order.requests(), 0, 0, 1000, 1000, null, null);
    }

    private static <T> T fake(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
