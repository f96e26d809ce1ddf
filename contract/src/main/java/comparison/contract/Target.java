package comparison.contract;

import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A running application that the contract is checked against.
 *
 * @param app address of the Person API, without a path
 * @param management address of the management port, without a path
 * @param files the folder that {@code /benchmark/file} serves, writable here; without it files are not checked
 * @param database the database behind the application; without it executed SQL is not checked
 */
public record Target(
        URI app,
        URI management,
        @Nullable Path files,
        @Nullable DatabaseAddress database) {}
