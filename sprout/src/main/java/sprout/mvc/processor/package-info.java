/** The annotation processor that writes the {@link sprout.mvc.RouteModule}s. Runs inside the compiler and never in an application. */
@NullMarked
package sprout.mvc.processor;

import org.jspecify.annotations.NullMarked;
