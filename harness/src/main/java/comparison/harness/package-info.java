/**
 * What all parts of the harness share: failures with a message for the user, and suggestions for unknown names. Nothing
 * else belongs here.
 */
@NullMarked
package comparison.harness;

import org.jspecify.annotations.NullMarked;
