/**
 * The contract of the Person API as an executable black-box suite, and what it needs to meet an application: a real
 * PostgreSQL and the application's process.
 *
 * <p>Nothing in here knows how an application is made; it sees two ports, a folder of files and a database. Whatever
 * a single stack can do beyond the contract is tested in that stack's own module.
 */
@NullMarked
package comparison.contract;

import org.jspecify.annotations.NullMarked;
