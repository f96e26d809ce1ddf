@NullMarked
package sprout.beans.processor;

import org.jspecify.annotations.NullMarked;
