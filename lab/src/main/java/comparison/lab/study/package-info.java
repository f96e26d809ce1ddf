/** Shared code of the studies of one server. Does not know the individual studies. */
@NullMarked
package comparison.lab.study;

import org.jspecify.annotations.NullMarked;
