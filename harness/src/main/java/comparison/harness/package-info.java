/**
 * What all parts of the harness share: failures with a message for the user, suggestions for unknown names, and pauses.
 * Nothing else belongs here.
 */
@NullMarked
package comparison.harness;

import org.jspecify.annotations.NullMarked;
