package comparison.client;

import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.jmeter.assertions.AssertionResult;
import org.apache.jmeter.engine.util.NoThreadClone;
import org.apache.jmeter.samplers.SampleEvent;
import org.apache.jmeter.samplers.SampleListener;
import org.apache.jmeter.samplers.SampleResult;
import org.apache.jmeter.testelement.AbstractTestElement;
import org.jspecify.annotations.Nullable;

/**
 * Passes JMeter's results to {@link Samples}, which costs less than JMeter's collector. Safe for use by many threads.
 */
final class Tally extends AbstractTestElement implements SampleListener, NoThreadClone {

    private static final long serialVersionUID = 1L;
    private static final Pattern STATUS = Pattern.compile("\\d{3}");

    private final transient Samples samples;

    Tally(Samples samples) {
        this.samples = samples;
    }

    @Override
    public void sampleOccurred(SampleEvent event) {
        SampleResult sample = event.getResult();
        samples.add(
                sample.getStartTime(),
                TimeUnit.MILLISECONDS.toMicros(sample.getTime()),
                sample.getSampleLabel(),
                sample.getResponseCode(),
                failure(sample));
    }

    /** Returns why a sample failed. Without a response, all assertions fail, so the exception says more. */
    private static @Nullable String failure(SampleResult sample) {
        if (sample.isSuccessful()) {
            return null;
        }
        if (!STATUS.matcher(sample.getResponseCode()).matches()) {
            return sample.getResponseMessage();
        }
        for (AssertionResult assertion : sample.getAssertionResults()) {
            if (assertion.isFailure() || assertion.isError()) {
                return String.valueOf(assertion.getFailureMessage());
            }
        }
        return sample.getResponseMessage();
    }

    @Override
    public void sampleStarted(SampleEvent event) {
        // Only the ends of samples are recorded.
    }

    @Override
    public void sampleStopped(SampleEvent event) {
        // Only the ends of samples are recorded.
    }
}
