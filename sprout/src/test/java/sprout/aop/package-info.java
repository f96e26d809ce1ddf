@NullMarked
package sprout.aop;

import org.jspecify.annotations.NullMarked;
