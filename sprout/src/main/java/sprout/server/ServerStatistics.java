package sprout.server;

/**
 * Reports counters since the start and current gauges. The values are read one after the other, so they may be slightly
 * inconsistent.
 *
 * @param connectionsAccepted since the start
 * @param connectionsOpen now
 * @param connectionsMost the limit of open connections
 * @param connectionsEvicted idle connections told to close to make room for new ones, since the start; approximate
 * @param requestsBegun requests that reached the handler, since the start
 * @param requestsActive requests that the handler has now
 * @param requestsRefused requests that the engine answered itself because they were malformed, late or beyond a limit,
 *     since the start
 * @param buffersUsed pooled buffers in use now; more than 0 without an open connection is a leak
 * @param buffersPooledBytes bytes of the free buffers in the pool
 * @param threads size of the pool; 0 if handlers run on virtual threads
 * @param threadsBusy pool threads that run a task now
 * @param tasksQueued tasks that wait for a pool thread now
 * @param bodiesWaiting requests that wait because too many large bodies arrive at the same time
 * @param memoryUsed bytes of buffers, bodies, messages and queued output that connections hold; approximate
 * @param memoryMost the memory budget in bytes; when it is used up, large bodies and messages wait, then are refused
 * @param memoryWaits how often a request or message found no memory, or was refused for that reason, since the start; a
 *     waiting body counts again at each attempt
 */
public record ServerStatistics(
        long connectionsAccepted,
        int connectionsOpen,
        int connectionsMost,
        long connectionsEvicted,
        long requestsBegun,
        long requestsActive,
        long requestsRefused,
        long buffersUsed,
        long buffersPooledBytes,
        int threads,
        int threadsBusy,
        int tasksQueued,
        int bodiesWaiting,
        long memoryUsed,
        long memoryMost,
        long memoryWaits) {}
