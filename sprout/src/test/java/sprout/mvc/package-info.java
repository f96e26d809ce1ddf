@NullMarked
package sprout.mvc;

import org.jspecify.annotations.NullMarked;
