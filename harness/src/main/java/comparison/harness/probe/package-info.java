/**
 * Looks at a variant from outside: first answer, memory, processor time. Never asks the variant itself.
 */
@NullMarked
package comparison.harness.probe;

import org.jspecify.annotations.NullMarked;
