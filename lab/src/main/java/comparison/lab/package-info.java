/**
 * Studies of one server: where its time goes, what being watched costs it, what its engine costs beside others. The harness is used as a
 * library, and knows nothing of them.
 */
@NullMarked
package comparison.lab;

import org.jspecify.annotations.NullMarked;
