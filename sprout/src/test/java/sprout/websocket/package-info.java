@NullMarked
package sprout.websocket;

import org.jspecify.annotations.NullMarked;
