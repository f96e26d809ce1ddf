@NullMarked
package sprout.management;

import org.jspecify.annotations.NullMarked;
