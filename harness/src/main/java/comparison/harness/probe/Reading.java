package comparison.harness.probe;

/**
 * Memory and processor time of one process group at one moment.
 *
 * @param atMillis when, since the epoch
 * @param anonBytes anonymous memory: heap, stacks, what belongs to nobody else
 * @param fileBytes pages of files: classes, libraries; shared with others and dropped under pressure
 * @param peakBytes the most it ever held in all, since its start
 * @param cpuNanos processor time since its start
 */
public record Reading(long atMillis, long anonBytes, long fileBytes, long peakBytes, long cpuNanos) {}
