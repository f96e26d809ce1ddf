/**
 * What every part of the harness shares: the one kind of failure that a user gets to see. Nothing else may live here.
 */
@NullMarked
package comparison.harness;

import org.jspecify.annotations.NullMarked;
