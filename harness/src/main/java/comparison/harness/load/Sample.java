package comparison.harness.load;

import comparison.harness.stats.Throughput;

/**
 * One request as JMeter saw it.
 *
 * @param span when it was sent and how long it took
 * @param label the operation: Create, Read, Update or Delete
 * @param code status of the answer, or the name of an exception
 * @param success whether status and body were right
 * @param failure what was wrong, else empty
 */
public record Sample(Throughput.Span span, String label, String code, boolean success, String failure) {}
