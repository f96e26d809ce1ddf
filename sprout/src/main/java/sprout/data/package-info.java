/**
 * JDBC on a HikariCP pool that opens in the background, so that an application starts without its database. Imports
 * {@code sprout.config}; nothing here knows about beans or HTTP.
 */
@NullMarked
package sprout.data;

import org.jspecify.annotations.NullMarked;
