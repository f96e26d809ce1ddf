package comparison.harness.record;

import comparison.harness.Fault;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The lock of a run's folder. A process that measures holds it, so that no other process measures into the folder or
 * deletes it. The operating system releases it when the process ends, even after a crash. The file {@code .lock} stays
 * and has no meaning on its own.
 */
public final class RunLock implements AutoCloseable {

    private final FileChannel channel;

    private RunLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes the lock of a run.
     *
     * @throws Fault of kind BAD_INPUT if another process, or this one, already holds it
     */
    public static RunLock take(RunFolder run) {
        Path file = file(run);
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (lock(channel) != null) {
                return new RunLock(channel);
            }
            channel.close();
        } catch (IOException e) {
            throw Fault.broken("Cannot lock %s: %s. Is the disk full or read-only?".formatted(file, e.getMessage()), e);
        }
        throw Fault.badInput(
                "%s is being measured by another process. Wait until it has ended, or end it.".formatted(run.path()));
    }

    /** Tells whether a process is measuring that run now. */
    public static boolean isTaken(RunFolder run) {
        Path file = file(run);
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            return lock(channel) == null;
        } catch (IOException e) {
            return false;
        }
    }

    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException ownProcess) {
            return null;
        }
    }

    private static Path file(RunFolder run) {
        return run.path().resolve(".lock");
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // If the file cannot be closed, the end of the process still releases the lock.
        }
    }
}
