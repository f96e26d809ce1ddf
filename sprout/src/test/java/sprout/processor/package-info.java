@NullMarked
package sprout.processor;

import org.jspecify.annotations.NullMarked;
