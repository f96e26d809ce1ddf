@NullMarked
package sprout.server;

import org.jspecify.annotations.NullMarked;
