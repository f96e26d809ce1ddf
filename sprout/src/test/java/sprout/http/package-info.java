@NullMarked
package sprout.http;

import org.jspecify.annotations.NullMarked;
