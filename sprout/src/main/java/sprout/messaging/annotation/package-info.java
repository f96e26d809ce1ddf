/** The annotations that declare WebSocket endpoints. */
@NullMarked
package sprout.messaging.annotation;

import org.jspecify.annotations.NullMarked;
