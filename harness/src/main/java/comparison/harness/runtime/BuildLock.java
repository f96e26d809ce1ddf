package comparison.harness.runtime;

import comparison.harness.record.Disk;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file lock that serializes the builds of concurrent runs of one clone. */
final class BuildLock {

    private BuildLock() {}

    /** Builds while no other process builds in this project, and waits for that. Calls must not be nested. */
    static void during(Path project, Runnable build) {
        Path lock = project.resolve("harness/target/build.lock");
        Disk.attempt("lock " + lock, () -> {
            Files.createDirectories(lock.getParent());
            try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    var held = channel.lock()) {
                build.run();
                assert held.isValid();
            }
        });
    }
}
