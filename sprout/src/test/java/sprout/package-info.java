@NullMarked
package sprout;

import org.jspecify.annotations.NullMarked;
