package comparison.harness.probe;

/**
 * The Java heap of a JVM at one moment; a line of {@code heap.csv}.
 *
 * @param atMillis when, since the epoch
 * @param usedBytes objects in it as the JVM last counted them, at its last collection or since; 0 if it has not counted yet; see {@link HeapMeter}
 * @param capacityBytes what it has of the system at this moment, used or not; less than its limit unless it needed all of that
 */
public record Heap(long atMillis, long usedBytes, long capacityBytes) {}
