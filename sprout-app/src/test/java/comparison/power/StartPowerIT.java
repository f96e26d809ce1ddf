package comparison.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import comparison.contract.AppContract;
import comparison.contract.BlockingAppContract;
import comparison.contract.Database;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** The power of the tests that start an application of their own; here the fault is a setting of the variant. */
class StartPowerIT {

    private static final String APP = "sprout-app";
    private static final String LIFE = "withACertificateItIsReadyOnceTheDatabaseAnswersAndFinishesWhatRunsOnSigterm";

    @Test
    void itIsFoundThatAnApplicationIsReadyWithoutItsDatabase() {
        assertThat(failures(AlwaysReady.class, LIFE, Path.class))
                .singleElement()
                .asString()
                .contains("503");
    }

    @Test
    void itIsFoundThatAStopWaitsForNoRequest() {
        assertThat(failures(Hasty.class, LIFE, Path.class))
                .singleElement()
                .asString()
                .contains("got no answer");
    }

    @Test
    void itIsFoundThatHandlersRunOnThreadsOfAnotherKind() {
        assertThat(failures(OtherThreads.class, "handlersRunOnThreadsOfTheKindAskedFor"))
                .singleElement()
                .asString()
                .contains("a virtual thread runs");
    }

    @Test
    void itIsFoundThatAnApplicationWithACertificateSpeaksClearText() {
        assertThat(failures(WithoutTls.class, LIFE, Path.class))
                .singleElement()
                .asString()
                .contains("GET https://localhost:", "got no answer");
    }

    private static List<Throwable> failures(Class<? extends AppContract> variant, String test, Class<?>... parameters) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectMethod(variant, test, parameters))
                .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, listener);
        assertThat(listener.getSummary().getTestsFoundCount()).isEqualTo(1);
        return listener.getSummary().getFailures().stream()
                .map(failure -> failure.getException())
                .toList();
    }

    /** Has another database than the one that it is told about. */
    static class AlwaysReady extends AppContract {

        private static final Database OTHER = Database.start(Map.of("fsync", "off"));

        AlwaysReady() {
            super(APP, Map.of("DATASOURCE_URL", url()));
        }

        private static String url() {
            return "jdbc:postgresql://localhost:" + OTHER.address().port() + "/"
                    + OTHER.address().name();
        }
    }

    /** Stops at once. */
    static class Hasty extends AppContract {
        Hasty() {
            super(APP, Map.of("SERVER_STOP_TIMEOUT", "1ms"));
        }
    }

    /** Runs on platform threads, whatever it is told. */
    static class OtherThreads extends BlockingAppContract {
        OtherThreads() {
            super(APP, Map.of("THREADS", "virtual", "SERVER_THREAD_TYPE", "platform"));
        }
    }

    /** Forgets its certificate: system properties win over the environment. */
    static class WithoutTls extends AppContract {
        WithoutTls() {
            super(APP, Map.of("JDK_JAVA_OPTIONS", "-Dserver.ssl.key-store= -Dserver.ssl.key-store-password="));
        }
    }
}
