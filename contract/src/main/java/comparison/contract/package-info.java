/**
 * The contract of the Person API as an executable black-box suite, with a real PostgreSQL and the application's
 * process.
 *
 * <p>Code in this package does not know how an application is built. It uses two ports, a folder of files and a
 * database. Features of a single stack beyond the contract are tested in that stack's module.
 */
@NullMarked
package comparison.contract;

import org.jspecify.annotations.NullMarked;
