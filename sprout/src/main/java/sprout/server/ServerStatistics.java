package sprout.server;

/**
 * What a server has done so far and does now. Figures are read one after the other, so they may differ by what happened in between.
 *
 * @param connectionsAccepted since the start
 * @param connectionsOpen now
 * @param connectionsMost how many may be open at once
 * @param connectionsEvicted that rested and were closed to make room for new ones, since the start, about
 * @param requestsBegun those that reached the handler, since the start
 * @param requestsActive those that the handler has now
 * @param requestsRefused those that the engine answered because they were not understood, or not here in time, since the start
 * @param buffersUsed now; more than 0 without an open connection is a leak
 * @param buffersPooledBytes bytes of the buffers that wait for use
 * @param threads of the pool; 0 if handlers run on virtual threads
 * @param threadsBusy of these
 * @param tasksQueued that wait for a thread of the pool
 * @param bodiesWaiting requests that wait because too many large bodies arrive at the same time
 * @param memoryUsed bytes of buffers, bodies, messages and output that connections hold, about
 * @param memoryMost bytes of these from which large bodies and messages wait, then are refused
 * @param memoryWaits how often one of them found no room, or a request was refused for lack of it, since the start
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
