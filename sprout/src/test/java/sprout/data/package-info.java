@NullMarked
package sprout.data;

import org.jspecify.annotations.NullMarked;
