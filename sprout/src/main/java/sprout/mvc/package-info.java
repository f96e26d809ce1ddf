/**
 * Maps requests to controller methods. The package has an immutable index of routes, the binding of arguments and
 * results, filters, interceptors, and the one place where errors become responses. It uses the messages of
 * {@code sprout.http}, but no sockets or threads.
 */
@NullMarked
package sprout.mvc;

import org.jspecify.annotations.NullMarked;
