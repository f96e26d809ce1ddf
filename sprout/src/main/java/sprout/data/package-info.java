/**
 * JDBC on a HikariCP pool that opens in the background, so that an application starts without its database. May import
 * only {@code sprout.beans}, {@code sprout.aop} and {@code sprout.config}; nothing here knows about HTTP.
 */
@NullMarked
package sprout.data;

import org.jspecify.annotations.NullMarked;
