package comparison.harness.probe;

/**
 * Memory and processor time of one process group at one moment.
 *
 * @param atMillis when, since the epoch
 * @param anonBytes anonymous and shared memory: heap, stacks, what no file could give back; until 22 November 2026 without shared
 *     memory, which is the heap of ZGC and the buffers of PostgreSQL
 * @param fileBytes pages of files: classes, libraries; shared with others and dropped under pressure
 * @param peakBytes the most it ever held in all, since its start
 * @param cpuNanos processor time since its start
 */
public record Reading(long atMillis, long anonBytes, long fileBytes, long peakBytes, long cpuNanos) {}
