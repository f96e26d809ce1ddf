package sprout.soak;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits the CPU time of this process to a share of one processor, from a moment on. Time that was not used is saved for
 * a moment only: a burst would slow everybody down, whatever it sends. Thread-safe. Threads are let go in the order in
 * which they came, one at a time: hundreds that wake up to ask would use the time themselves.
 */
final class Quota {
    private static final long PAUSE_MILLIS = 5;
    private static final double MOST_SAVED_NANOS = 5e6;

    private final Semaphore turn = new Semaphore(1, true);
    private final double share;
    private final long wallAtStart = System.nanoTime();
    private final long cpuAtStart = Cpu.nanos();
    private long wall = wallAtStart;
    private long cpu = cpuAtStart;
    private double left;

    /** @param share above 0; 1 is a whole processor */
    Quota(double share) {
        this.share = share;
    }

    /** Waits until the process may use more CPU time. */
    void await() throws InterruptedException {
        turn.acquire();
        try {
            while (left() < 0) {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        } finally {
            turn.release();
        }
    }

    /** Returns the nanoseconds of CPU time that may be used now; negative if too much was used. */
    private double left() {
        long wallNow = System.nanoTime();
        long cpuNow = Cpu.nanos();
        left = Math.min(MOST_SAVED_NANOS, left + share * (wallNow - wall)) - (cpuNow - cpu);
        wall = wallNow;
        cpu = cpuNow;
        return left;
    }

    /** Returns the used share of a processor since the start. */
    double used() {
        return (double) (Cpu.nanos() - cpuAtStart) / Math.max(1, System.nanoTime() - wallAtStart);
    }

    /** Linux's clock of this process. The JDK's counts in steps of 10 ms, which lets bursts pass. */
    private static final class Cpu {
        private static final int CLOCK_PROCESS_CPUTIME_ID = 2;

        @SuppressWarnings("restricted") // HostileClients allows it
        private static final MethodHandle CLOCK_GETTIME = Linker.nativeLinker()
                .downcallHandle(
                        Linker.nativeLinker().defaultLookup().findOrThrow("clock_gettime"),
                        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));

        static long nanos() {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment time = arena.allocate(ValueLayout.JAVA_LONG, 2);
                // It cannot fail: the clock exists, and the buffer is large enough.
                int _ = (int) CLOCK_GETTIME.invokeExact(CLOCK_PROCESS_CPUTIME_ID, time);
                return TimeUnit.SECONDS.toNanos(time.getAtIndex(ValueLayout.JAVA_LONG, 0))
                        + time.getAtIndex(ValueLayout.JAVA_LONG, 1);
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
