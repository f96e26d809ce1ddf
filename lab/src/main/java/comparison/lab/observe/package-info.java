/** {@code bench observe}: what it costs a server that somebody watches it. */
@NullMarked
package comparison.lab.observe;

import org.jspecify.annotations.NullMarked;
