@NullMarked
package comparison.peers;

import org.jspecify.annotations.NullMarked;
