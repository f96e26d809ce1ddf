/**
 * From a request to a controller's method and back: routes compiled to an immutable index, argument and result binding, filters,
 * interceptors, and the one place where errors become responses. Knows messages ({@code sprout.http}) but no socket or thread.
 */
@NullMarked
package sprout.mvc;

import org.jspecify.annotations.NullMarked;
