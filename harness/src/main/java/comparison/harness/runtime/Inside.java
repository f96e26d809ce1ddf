package comparison.harness.runtime;

import java.nio.file.Path;

/** Access to the container of a running variant, for tools that examine it. Paths inside it are absolute. */
public interface Inside {

    /**
     * Runs a command there, and returns its output, whether it succeeds or not.
     *
     * @throws comparison.harness.Fault if the machine is lost
     */
    String run(String... command);

    /**
     * Copies a file into the container.
     *
     * @throws comparison.harness.Fault if it cannot be written
     */
    void put(Path file, String there);

    /**
     * Copies a file out of the container.
     *
     * @throws comparison.harness.Fault if it cannot be read
     */
    void fetch(String there, Path file);
}
