/**
 * The annotation processor: writes at build time how beans are created, requests routed and rows read. It runs in the
 * compiler, is in no application, and knows the classes of Sprout only by their names.
 */
@NullMarked
package sprout.processor;

import org.jspecify.annotations.NullMarked;
