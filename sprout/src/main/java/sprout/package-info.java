/** Starts a Sprout application: the only package that knows all the others and wires them. */
@NullMarked
package sprout;

import org.jspecify.annotations.NullMarked;
