/** Starts a Sprout application. This is the only package that knows all others; it wires them. */
@NullMarked
package sprout;

import org.jspecify.annotations.NullMarked;
