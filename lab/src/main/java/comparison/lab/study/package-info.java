/** What the studies of one server have in common. Knows none of them. */
@NullMarked
package comparison.lab.study;

import org.jspecify.annotations.NullMarked;
