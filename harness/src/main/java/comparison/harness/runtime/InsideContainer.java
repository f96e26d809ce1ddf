package comparison.harness.runtime;

import comparison.harness.record.Disk;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reaches into a container: commands go through the engine, files through the observer of its machine, because {@code
 * docker cp} does not see a container's temporary file systems.
 */
record InsideContainer(Container container) implements Inside {

    /** Bytes of one question: it must be answered in time over a slow link, too. */
    private static final int CHUNK = 1 << 19;

    @Override
    public String run(String... command) {
        String[] exec = new String[command.length + 2];
        exec[0] = "exec";
        exec[1] = container.id();
        System.arraycopy(command, 0, exec, 2, command.length);
        return container.host().run(exec).output();
    }

    @Override
    public void put(Path file, String there) {
        Disk.attempt("copy " + file + " into a container", () -> {
            byte[] all = Files.readAllBytes(file);
            for (int from = 0; from == 0 || from < all.length; from += CHUNK) {
                byte[] chunk = Arrays.copyOfRange(all, from, Math.min(all.length, from + CHUNK));
                container.observer().append(container.pid(), there, from, chunk);
            }
        });
    }

    @Override
    public void fetch(String there, Path file) {
        Disk.attempt("copy " + there + " out of a container to " + file, () -> {
            try (OutputStream out = Files.newOutputStream(file)) {
                long from = 0;
                byte[] chunk;
                do {
                    chunk = container.observer().read(container.pid(), there, from, CHUNK);
                    out.write(chunk);
                    from += chunk.length;
                } while (chunk.length > 0);
            }
        });
    }
}
